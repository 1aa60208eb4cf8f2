import { once } from 'node:events';
import { createConnection, type AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.ts';

const t = await testApp();
beforeAll(async () => void (await t.app.listen({ port: 0, host: '127.0.0.1' })));

describe('a message that is not valid HTTP', () => {
  it.each([
    ['a line that is none', 'garbage\r\n\r\n', /is not valid HTTP/],
    ['a header without a name', 'GET /healthz HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n', /is not valid HTTP/],
    [
      'two ways to tell its length',
      'POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}',
      /is not valid HTTP/,
    ],
    [
      'headers beyond 16 KiB',
      `GET /healthz HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(17_000)}\r\n\r\n`,
      /larger than 16 KiB/,
    ],
  ])('400, in the documented shape: %s', async (_name, text, sentence) => {
    const { head, body } = await exchange(text);

    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(head).toContain('application/problem+json');
    expect(body).toMatchObject({ status: 400, code: 'invalid_request', requestId: expect.any(String) });
    expect(head).toContain(`X-Request-Id: ${body.requestId}`);
    expect(body.message).toMatch(sentence);
  });
});

describe('two credentials', () => {
  it.each(['/api/developer-portal/me', '/graphql', '/mcp', '/oauth/token', '/v1/sandbox/health'])(
    'in two Authorization headers are rejected, whichever is valid: %s',
    async (path) => {
      const both = 'Authorization: Bearer one\r\nauthorization: Bearer two\r\n';
      const rest = 'Host: 127.0.0.1\r\nConnection: close\r\nContent-Length: 0\r\n';
      const { head, body } = await exchange(`POST ${path} HTTP/1.1\r\n${both}${rest}\r\n`);

      expect(head).toMatch(/^HTTP\/1\.1 400 /);
      expect(body.errors?.[0].message ?? body.error_description ?? body.message).toBe(
        'Two Authorization headers were sent. Send one of them.',
      );
    },
  );
});

it('RFC 9112 §3.2: two Host headers are rejected, whether or not they are equal', async () => {
  for (const host of ['127.0.0.1', 'elsewhere.example.com'])
    for (const path of ['/healthz', '/graphql', '/api/developer-portal/me']) {
      const { head, body } = await exchange(
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nhost: ${host}\r\nConnection: close\r\n\r\n`,
      );

      expect(head).toMatch(/^HTTP\/1\.1 400 /);
      expect(body.errors?.[0].message ?? body.message).toBe('Two Host headers were sent. Send one of them.');
    }
});

async function exchange(text: string) {
  const { port } = t.app.server.address() as AddressInfo;
  const socket = createConnection(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  socket.write(text);
  await once(socket, 'close');
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { head, body: JSON.parse(body) };
}
