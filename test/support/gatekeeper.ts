import { httpHost } from './listeners.ts';

/** What an operation was asked with: its query, its cookies and the headers that carry a credential. */
export interface Knock {
  path: string;
  query: Record<string, string>;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface Gatekeeper {
  origin: string;
  /** OpenAPI 3.1: one operation for each row of `security` that it was made with, by the row's name. */
  document: string;
  knocks: Knock[];
}

/** What an operation says of `security`; left out where it says nothing of its own. */
type Security = readonly Record<string, readonly string[]>[] | undefined;

interface Guarded {
  schemes: object;
  /** Of the document, for operations that say nothing of their own. */
  security?: Security;
  operations: Record<string, Security>;
}

/** A provider on loopback that lets everybody in and answers with all that it was asked with, secrets above all. */
export async function gatekeeper({ schemes, security, operations }: Guarded): Promise<Gatekeeper> {
  const knocks: Knock[] = [];
  const { origin } = await httpHost(({ url = '', headers }, answer) => {
    const { pathname: path, searchParams } = new URL(url, 'http://localhost');
    const knock = { path, query: Object.fromEntries(searchParams), headers };
    knocks.push(knock);
    answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ url, ...knock }));
  });
  const responses = { '200': { description: 'It.', content: { 'application/json': { schema: {} } } } };
  const paths = Object.entries(operations).map(([operationId, own]) => [
    `/${operationId}`,
    { get: { operationId, summary: operationId, responses, ...(own && { security: own }) } },
  ]);
  const document = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Gate', version: '1' },
    servers: [{ url: origin }],
    components: { securitySchemes: schemes },
    ...(security && { security }),
    paths: Object.fromEntries(paths),
  });
  return { origin, document, knocks };
}
