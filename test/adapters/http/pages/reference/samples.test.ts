import { execFileSync } from 'node:child_process';
import { stripTypeScriptTypes } from 'node:module';
import { compileFunction } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { curlOf } from '../../../../../adapters/http/pages/reference/curl.ts';
import type { Description } from '../../../../../adapters/http/pages/reference/description.ts';
import { masked } from '../../../../../adapters/http/pages/reference/masked.ts';
import { operationsOf } from '../../../../../adapters/http/pages/reference/operations.ts';
import { sampleRequest } from '../../../../../adapters/http/pages/reference/request-sample.ts';
import { typescriptOf } from '../../../../../adapters/http/pages/reference/typescript.ts';
import { createClient } from '../../../../../sdk/src/index.ts';
import { testApp } from '../../../../support/app.ts';
import { servedDescription } from '../../../../support/reference.ts';

const t = await testApp();
const description = await servedDescription(t);
const variables = {
  SESSION_TOKEN: 'session token',
  SANDBOX_KEY: 'sandbox key',
  SERVICE_CREDENTIAL: 'service credential',
  MCP_TOKEN: 'mcp token',
};

interface Sent {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

/** Runs commands in a shell whose `curl` prints its arguments, and returns what each would send. */
function sentByShell(commands: readonly string[], ids: Record<string, string>): Sent[] {
  const script = [`curl() { printf '%s\\0' "$@"; printf '\\0'; }`, ...commands].join('\n');
  const env = { ...variables, ...ids };
  const output = execFileSync('/bin/sh', ['-u', '-c', script], { env, encoding: 'utf8' });
  return output
    .split('\0\0')
    .slice(0, -1)
    .map((call) => readArguments(call.split('\0')));
}

function readArguments(given: readonly string[]): Sent {
  const after = (option: string) => given.flatMap((it, at) => (given[at - 1] === option ? [it] : []));
  const [data] = after('-d');
  return {
    method: after('-X')[0] ?? 'GET',
    url: given.find((it, at) => !it.startsWith('-') && !given[at - 1]?.startsWith('-')) ?? '',
    headers: Object.fromEntries(
      after('-H').map((line) => line.split(/: /, 2).map((it, at) => (at === 0 ? it.toLowerCase() : it))),
    ),
    body: data === undefined ? undefined : JSON.parse(data),
  };
}

/** Runs a sample in TypeScript with these globals. */
async function run(sample: string, globals: Record<string, unknown>): Promise<void> {
  const code = stripTypeScriptTypes(`async function sample() {\n${sample}\n}`);
  const compiled = compileFunction(`${code}\nreturn sample();`, Object.keys(globals)) as (
    ...given: unknown[]
  ) => Promise<void>;
  await compiled(...Object.values(globals));
}

/** Runs a sample in TypeScript with another `fetch`, and returns what it sends. */
async function sentByTypescript(sample: string): Promise<Sent> {
  let sent: Sent | null = null;
  const fetch = (
    url: string,
    { method, headers = {}, body }: { method: string; headers?: object; body?: string },
  ) => {
    sent = {
      method,
      url,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
      body: body === undefined ? undefined : JSON.parse(body),
    };
    return { ok: true, json: () => ({}) };
  };
  await run(sample, { fetch, process: { env: variables } });
  if (!sent) throw new Error('The sample sent nothing.');
  return sent;
}

function samplesOf(from: Description) {
  return operationsOf(from).map((operation) => {
    const request = sampleRequest(from, operation);
    return { operation, request, curl: curlOf(request), typescript: typescriptOf(operation.id, request) };
  });
}

const samples = samplesOf(description);
const names = new Set(
  samples.flatMap(({ operation }) => [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)),
);
const shell = (name: string) => name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();
const sent = sentByShell(
  samples.map(({ curl }) => curl),
  Object.fromEntries([...names].map((name) => [shell(name), `{${name}}`])),
);

describe('the samples of an operation', () => {
  it('send its method, path, credential and example with curl', () => {
    expect(sent).toHaveLength(samples.length);
    for (const [at, { operation, request }] of samples.entries()) {
      const { method, url, headers, body } = sent[at] ?? {};
      const { credential } = request;
      const token =
        credential === null ? undefined : `Bearer ${variables[credential as keyof typeof variables]}`;
      const media = operation.described.requestBody?.content?.['application/json'];

      expect([method, url?.split('?')[0]], operation.id).toEqual([
        operation.method,
        `http://localhost:4000${operation.path}`,
      ]);
      expect(headers?.['authorization'], operation.id).toBe(token);
      expect(headers?.['content-type'], operation.id).toBe(media ? 'application/json' : undefined);
      expect(body, operation.id).toEqual(masked(media?.example));
    }
  });

  it('send the same in TypeScript', async () => {
    const withFetch = [...samples.entries()].filter(([, { typescript }]) => typescript.includes('fetch('));

    expect(withFetch).toHaveLength(samples.length - 5);
    for (const [at, { operation, typescript }] of withFetch) {
      const expected = sent[at];
      const path = expected?.url.replaceAll(/\{\w+\}/g, encodeURIComponent('…'));
      expect(await sentByTypescript(typescript), operation.id).toEqual({ ...expected, url: path });
    }
  });

  it('use the SDK where it has the operation', async () => {
    const withSdk = samples.filter(({ typescript }) => !typescript.includes('fetch('));

    expect(withSdk.map(({ operation }) => operation.tag)).toEqual(Array(5).fill('Gateway'));
    for (const { operation, request, typescript } of withSdk) {
      const calls: string[] = [];
      const bodies: unknown[] = [];
      const fetch = async (url: RequestInfo | URL, { method, body }: RequestInit = {}) => {
        const { pathname } = new URL(url instanceof Request ? url.url : url);
        calls.push(`${method} ${decodeURIComponent(pathname)}`);
        bodies.push(typeof body === 'string' ? JSON.parse(body) : undefined);
        return Response.json({});
      };
      const client = ({ baseUrl }: { baseUrl: string }) =>
        createClient({ baseUrl, token: async () => 'token', fetch, retries: 0 });
      await run(typescript.replace(/^import.*\n/, '').replace('_…', '_1'), {
        createClient: client,
        process: { env: {} },
      });

      expect(bodies).toEqual([request.body]);
      expect(calls).toEqual([
        `${operation.method} ${operation.path.replace(/\{\w+\}/, operation.id === 'requestedToolCall' ? 'mtc_1' : 'cap_1')}`,
      ]);
    }
  });

  it('replace secrets in examples with placeholders', () => {
    const verify = samples.find(({ operation }) => operation.id === 'verifyApiKey');
    const accept = samples.find(({ operation }) => operation.id === 'acceptInvitation');

    expect(verify?.curl).toContain('"key": "$KEY"');
    expect(accept?.typescript).toContain(`token: '$TOKEN'`);
    expect(masked({ list: [`ak_live_${'a'.repeat(10)}_${'b'.repeat(42)}`] })).toEqual({ list: ['$LIST'] });
  });
});

describe('the samples of strange names and values', () => {
  const values = [`it's "$HOME" \`id\` $(id) \\ …`, 'two\nlines', '${process.exit(1)}', '\u2028 `${1}`'];
  const strange: Description = {
    servers: [{ url: 'http://localhost/$(id)`id`"x"' }],
    paths: {
      '/a"$(id)`id`\\$1/{the id}/{2}': {
        post: {
          operationId: 'strange',
          parameters: [{ name: `x'-"$(id)`, in: 'header', required: true, schema: { examples: [`it's`] } }],
          requestBody: { content: { 'application/json': { example: { values, "it's": { 'a-b': [] } } } } },
        },
      },
    },
  };

  it('stay values in the shell and in TypeScript', async () => {
    const [sample] = samplesOf(strange);
    const [shellSent] = sentByShell([sample?.curl ?? ''], { THE_ID: '…', _2: '…' });
    const typescriptSent = await sentByTypescript(sample?.typescript ?? '');

    expect(shellSent?.url).toBe('http://localhost/$(id)`id`"x"/a"$(id)`id`\\$1/…/…');
    expect(shellSent?.body).toEqual({ values, "it's": { 'a-b': [] } });
    expect(shellSent?.headers[`x'-"$(id)`]).toBe(`it's`);
    expect(typescriptSent).toEqual({
      ...shellSent,
      url: shellSent?.url.replaceAll('…', encodeURIComponent('…')),
    });
  });
});
