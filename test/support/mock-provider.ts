import type { IncomingMessage, ServerResponse } from 'node:http';
import { createMockServer } from '@scalar/mock-server';
import { httpHost } from './listeners.ts';

export interface MockProvider {
  origin: string;
  /** Its answers, in the order of the requests. */
  answered: { path: string; status: number; body: string }[];
}

/**
 * Starts a third-party mock of an OpenAPI document on loopback. It validates each request against the
 * document, and generates answers from it. It only accepts requests without a body.
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
