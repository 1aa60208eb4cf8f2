import { literalOf } from './literal.ts';
import type { SampleRequest } from './request-sample.ts';

interface SdkCall {
  /** The statement with the id that the call takes; null for none. */
  id: string | null;
  call: (body: string) => string;
}

const capability = `const capabilityId = 'cap_…';`;

/** The operations that the SDK has, by their ids in the description. */
const sdkCalls: Readonly<Record<string, SdkCall>> = {
  grantedCapabilities: { id: null, call: (body) => `client.search(${body})` },
  grantedCapability: { id: capability, call: () => 'client.describe(capabilityId)' },
  readGrantedCapability: { id: capability, call: (body) => `client.read(capabilityId, ${body})` },
  requestGrantedCapability: { id: capability, call: (body) => `client.request(capabilityId, ${body})` },
  requestedToolCall: { id: `const toolCallId = 'mtc_…';`, call: () => 'client.toolCall(toolCallId)' },
};

/** Returns the request in TypeScript: with the SDK if it has the operation, otherwise with fetch. */
export function typescriptOf(id: string, request: SampleRequest): string {
  const known = Object.hasOwn(sdkCalls, id) ? sdkCalls[id] : undefined;
  return known ? withSdk(known, request) : withFetch(request);
}

function withSdk({ id, call }: SdkCall, { server, body }: SampleRequest): string {
  return [
    `import { createClient } from '@sallyport/sdk';`,
    '',
    'const client = createClient({',
    `  baseUrl: ${literalOf(server)},`,
    `  credentialId: process.env.MCP_CREDENTIAL_ID ?? '',`,
    `  secret: process.env.MCP_CREDENTIAL_SECRET ?? '',`,
    '});',
    ...(id === null ? [] : [id]),
    `const answer = await ${call(literalOf(body ?? {}))};`,
  ].join('\n');
}

function withFetch({ method, server, path, query, headers, credential, body }: SampleRequest): string {
  const names = path.flatMap((part) => (typeof part === 'string' ? [] : [variable(part.parameter)]));
  const url = path.map((part) =>
    typeof part === 'string' ? inTemplate(part) : `\${encodeURIComponent(${variable(part.parameter)})}`,
  );
  const sent = [
    ...(credential === null ? [] : [`    Authorization: \`Bearer \${process.env.${credential}}\`,`]),
    ...headers.map(([name, value]) => `    ${literalOf(name)}: ${literalOf(value)},`),
    ...(body === undefined ? [] : [`    'Content-Type': 'application/json',`]),
  ];
  return [
    ...[...new Set(names)].map((name) => `const ${name} = '…';`),
    `const response = await fetch(\`${inTemplate(server)}${url.join('')}${inTemplate(query)}\`, {`,
    `  method: '${method}',`,
    ...(sent.length === 0 ? [] : ['  headers: {', ...sent, '  },']),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${literalOf(body, '  ')}),`]),
    '});',
    'if (!response.ok) throw new Error(await response.text());',
    'const answer = await response.json();',
  ].join('\n');
}

function inTemplate(text: string): string {
  return text.replaceAll(/[`\\]|\$\{/g, String.raw`\$&`);
}

function variable(name: string): string {
  return name.replaceAll(/\W/g, '_').replace(/^(?=\d|$)/, '_');
}
