import { httpHost } from './listeners.ts';

/** A request to an operation: its query, its cookies and its credential headers. */
export interface Knock {
  path: string;
  query: Record<string, string>;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface Gatekeeper {
  origin: string;
  /** OpenAPI 3.1 with one operation for each entry of `operations`, by its name. */
  document: string;
  knocks: Knock[];
}

/** The `security` of an operation; undefined if it has none of its own. */
type Security = readonly Record<string, readonly string[]>[] | undefined;

interface Guarded {
  schemes: object;
  /** The document's `security`, for operations without their own. */
  security?: Security;
  operations: Record<string, Security>;
}

/** Starts a provider on loopback that admits every request and answers with all of it, secrets included. */
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
