import type { Ports } from '../../schema/kernel/context.ts';
import type { Descriptions } from '../../schema/kernel/ports/descriptions.ts';
import { runImports } from '../../schema/connect/connector/run-imports.ts';
import type { Answer, TestApp } from './app.ts';
import type { Cast, Somebody } from './people.ts';

const base = '/api/console/connect/connectors';
let made = 0;

/** The connector operations of people in a workspace. */
export function connectorsOf(t: TestApp, { owner, workspaceId: workspace }: Cast) {
  const send = async (
    method: 'DELETE' | 'GET' | 'PATCH' | 'POST',
    path = '',
    body?: object,
    as: Somebody = owner,
  ) => await t.rest(method, `${base}${path}`, { as, workspace, body });
  return {
    make: async (body: object, as?: Somebody): Promise<Answer> => await send('POST', '', body, as),
    create: async (source: { url: string } | { document: string }, as?: Somebody): Promise<Answer> =>
      await send('POST', '', { name: `Connector ${(made += 1)}`, source: 'OPENAPI', ...source }, as),
    read: async (id: string) => (await send('GET', `/${id}`)).body,
    update: async (id: string, body: object) => await send('PATCH', `/${id}`, body),
    importAgain: async (id: string, document?: string) =>
      await send('POST', `/${id}/import`, document === undefined ? {} : { document }),
    capabilities: async (id: string, query = '') =>
      (await send('GET', `/${id}/capabilities?limit=100${query}`)).body.data as Listed[],
    remove: async (id: string) => await send('DELETE', `/${id}`),
  };
}

export interface Listed {
  id: string;
  key: string;
  title: string;
  mode: string;
  digest: string;
  driftedAt: string | null;
  removedAt: string | null;
}

/** Runs all pending imports. */
export async function importAll(t: TestApp, signal = new AbortController().signal): Promise<void> {
  await runImports(t.ports, signal);
}

/** Returns the ports with another way to read OpenAPI documents. */
export function reading(t: TestApp, openapi: Descriptions['openapi']): Ports {
  return { ...t.ports, descriptions: { ...t.ports.descriptions, openapi } };
}

/** Returns an OpenAPI document with these operations, each `GET /<name>` with a summary as its answer. */
export function openapiOf(operations: Record<string, string>): string {
  const paths = Object.entries(operations).map(([name, summary]) => [
    `/${name}`,
    { get: { operationId: name, summary, responses: { '200': saying(summary) } } },
  ]);
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Shop', version: '7' },
    servers: [{ url: 'https://api.example.com/v1' }],
    paths: Object.fromEntries(paths),
  });
}

function saying(summary: string): object {
  return { description: 'It.', content: { 'application/json': { schema: { const: summary } } } };
}
