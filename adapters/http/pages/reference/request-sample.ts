import { encoded } from './addresses.ts';
import { resolved, type Description, type Parameter, type Schema } from './description.ts';
import { masked, shellName } from './masked.ts';
import type { Operation } from './operations.ts';
import { parametersOf } from './parameters.ts';

/** A request as samples write it. */
export interface SampleRequest {
  method: string;
  server: string;
  /** The parts of the path: literal texts, and the names of parameters. */
  path: readonly (string | { parameter: string })[];
  /** The required parameters of the query, encoded, with `?`; empty for none. */
  query: string;
  /** The required headers beside the credential and the content type. */
  headers: readonly (readonly [name: string, value: string])[];
  /** The variable with the credential, such as `SANDBOX_KEY`; null if none is needed. */
  credential: string | null;
  /** The example of the body; undefined for none. */
  body: unknown;
}

/** The variables of our credentials, by their names in the description. */
const variables: Readonly<Record<string, string>> = {
  session: 'SESSION_TOKEN',
  sandboxKey: 'SANDBOX_KEY',
  service: 'SERVICE_CREDENTIAL',
  mcp: 'MCP_TOKEN',
};

export function sampleRequest(description: Description, operation: Operation): SampleRequest {
  const { method, path, described } = operation;
  const required = parametersOf(description, described).filter((it) => it.required);
  const valueOf = ({ schema = {} }: Parameter) => String(valueFrom(resolved(description, schema)));
  const query = required
    .filter((it) => it.in === 'query')
    .map((it) => `${encoded(it.name ?? '')}=${encoded(valueOf(it))}`);
  const [media] = Object.values(described.requestBody?.content ?? {});
  return {
    method,
    server: serversOf(description, operation)[0] ?? '',
    path: partsOf(path),
    query: query.length === 0 ? '' : `?${query.join('&')}`,
    headers: required.filter((it) => it.in === 'header').map((it) => [it.name ?? '', valueOf(it)]),
    credential: credentialOf(operation),
    body: masked(media?.example),
  };
}

export function serversOf({ servers = [] }: Description, { described }: Operation): string[] {
  return (described.servers ?? servers.slice(0, 1)).map(({ url }) => url);
}

/** Returns the names of the credentials that the operation takes. */
export function schemesOf({ described }: Operation): string[] {
  return (described.security ?? []).flatMap((option) => Object.keys(option));
}

function credentialOf(operation: Operation): string | null {
  const [scheme] = schemesOf(operation);
  return scheme === undefined ? null : (variables[scheme] ?? shellName(scheme));
}

function partsOf(path: string): (string | { parameter: string })[] {
  return path.split(/\{([^}]*)\}/).map((part, at) => (at % 2 === 1 ? { parameter: part } : part));
}

function valueFrom({ examples, default: preset, enum: values }: Schema): unknown {
  return examples?.[0] ?? preset ?? values?.[0] ?? '…';
}
