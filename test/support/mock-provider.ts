import type { IncomingMessage, ServerResponse } from 'node:http';
import { createMockServer } from '@scalar/mock-server';
import { httpHost } from './listeners.ts';

export interface MockProvider {
  origin: string;
  /** What it answered, in the order that it was asked. */
  answered: { path: string; status: number; body: string }[];
}

/**
 * A provider on loopback that nobody here wrote: a mock of an OpenAPI document, which judges each request by the document and
 * makes its answers of it. It takes requests without a body alone.
 */
export async function mockProvider(document: object): Promise<MockProvider> {
  const app = await createMockServer({ document, logger: false });
  const answered: MockProvider['answered'] = [];
  const { origin } = await httpHost((request, answer) => {
    void respond(request, answer, async (asked) => {
      const response = await app.fetch(asked);
      const body = await response.clone().text();
      answered.push({ path: request.url ?? '', status: response.status, body });
      return response;
    });
  });
  return { origin, answered };
}

async function respond(
  { method = 'GET', url = '/', headers }: IncomingMessage,
  answer: ServerResponse,
  fetch: (request: Request) => Promise<Response>,
): Promise<void> {
  const given = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  const response = await fetch(new Request(`http://${headers.host}${url}`, { method, headers: given }));
  answer.writeHead(response.status, Object.fromEntries(response.headers));
  answer.end(Buffer.from(await response.arrayBuffer()));
}
