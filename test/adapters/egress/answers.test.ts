import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { EgressFailure, type OutgoingRequest } from '../../../schema/kernel/ports/egress.ts';
import { publicFrontier } from '../../../adapters/egress/destination.ts';
import { createEgress } from '../../../adapters/egress/egress.ts';
import { httpHost, rawHost } from '../../support/listeners.ts';
import { freePort, temporaryFolder } from '../../support/server-process.ts';

const egress = createEgress({ ...publicFrontier, allowedHosts: new Set(['127.0.0.1']) });
afterAll(async () => await egress[Symbol.asyncDispose]());
const bounds = { timeoutMs: 5_000, maxBytes: 100_000 };
const canary = 'sk_live_canary_0123456789';

async function get(url: URL, more: Partial<OutgoingRequest> = {}) {
  return await egress.send({ method: 'GET', url, headers: {}, bounds, ...more });
}

async function failureOf(url: URL, more: Partial<OutgoingRequest> = {}): Promise<EgressFailure> {
  const error = await get(url, { headers: { authorization: `Bearer ${canary}` }, ...more }).catch(
    (it: unknown) => it,
  );
  if (!(error instanceof EgressFailure)) throw new Error('It did not fail as expected.', { cause: error });
  expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(canary);
  return error;
}

describe('an answer', () => {
  const text = JSON.stringify({ rows: Array.from({ length: 200 }, (_, id) => ({ id, name: `row ${id}` })) });
  it.each([
    ['identity', Buffer.from(text)],
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['br', brotliCompressSync(text)],
  ])('is decoded: %s', async (encoding, body) => {
    const host = await httpHost((_, answer) => {
      answer.writeHead(200, { 'content-encoding': encoding, 'set-cookie': ['a=1', 'b=2'] }).end(body);
    });

    const answer = await get(host);

    expect(answer.body.toString()).toBe(text);
    expect(answer.headers['set-cookie']).toBe('a=1, b=2');
  });

  it('without a body is complete, whatever encoding it names', async () => {
    const host = await httpHost(
      (_, answer) => void answer.writeHead(204, { 'content-encoding': 'gzip' }).end(),
    );

    expect(await get(host)).toMatchObject({ status: 204, body: Buffer.alloc(0) });
  });

  it('that redirects to the same origin is followed with the same headers', async () => {
    const host = await httpHost(({ url, headers }, answer) => {
      if (url === '/') answer.writeHead(302, { location: '/there?x=1' }).end();
      else answer.end(`${url} ${headers.authorization}`);
    });

    const answer = await get(host, { headers: { authorization: 'Bearer x' } });

    expect(answer.body.toString()).toBe('/there?x=1 Bearer x');
    expect(answer.url.pathname).toBe('/there');
  });
});

describe('a request', () => {
  it('contains only the given headers and those of the connection', async () => {
    const host = await httpHost(({ rawHeaders }, answer) => answer.end(JSON.stringify(rawHeaders)));

    const { body } = await get(host, { method: 'POST', headers: { 'x-a': '1' }, body: '{}' });
    const sent: unknown = JSON.parse(body.toString());

    expect(sent).toEqual([
      'host',
      host.host,
      'connection',
      'keep-alive',
      'accept-encoding',
      'gzip, deflate, br',
      'x-a',
      '1',
      'content-length',
      '2',
    ]);
  });

  it.each(['host', 'Transfer-Encoding', 'content-length', 'connection', 'proxy-authorization'])(
    'must not set a header that belongs to the connection: %s',
    async (name) => {
      const host = await httpHost((_, answer) => answer.end());

      expect((await failureOf(host, { headers: { [name]: 'x' } })).code).toBe('request_not_allowed');
    },
  );

  it.each(['a\r\nx-b: 1', 'a\nb', 'a\0b'])(
    'must not smuggle a second header in a value: %j',
    async (value) => {
      const host = await httpHost((_, answer) => answer.end());

      expect((await failureOf(host, { headers: { 'x-a': value } })).code).toBe('request_not_allowed');
    },
  );
});

describe('for a hostile answer, egress', () => {
  const bomb = gzipSync(Buffer.alloc(200_000_000));

  it('stops reading a decompression bomb at the byte limit', async () => {
    const host = await httpHost(
      (_, answer) => void answer.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    const before = process.memoryUsage().rss;

    expect((await failureOf(host, { bounds: { timeoutMs: 5_000, maxBytes: 5_000_000 } })).code).toBe(
      'answer_too_large',
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  it('stops reading an endless body at the byte limit', async () => {
    const host = await httpHost((_, answer) => {
      const more = () => {
        while (answer.write(Buffer.alloc(16_384)));
      };
      answer.on('drain', more);
      more();
    });

    expect((await failureOf(host)).code).toBe('answer_too_large');
  });

  it('rejects a million headers', async () => {
    const host = await rawHost((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      for (let i = 0; i < 1_000; i++) socket.write(`x-${i}: 1\r\n`.repeat(1_000));
    });

    expect((await failureOf(host)).code).toBe('answer_unreadable');
  });

  it('times out when the host sends one byte at a time', async () => {
    const host = await rawHost((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n');
      const drip = setInterval(() => socket.write('x'), 10);
      socket.on('close', () => clearInterval(drip));
    });

    expect((await failureOf(host, { bounds: { timeoutMs: 300, maxBytes: 100_000 } })).code).toBe('timeout');
  });

  it('times out when the host does not answer', async () => {
    const host = await rawHost(() => {});

    expect(await failureOf(host, { bounds: { timeoutMs: 200, maxBytes: 1_000 } })).toMatchObject({
      code: 'timeout',
      message: 'The whole answer did not arrive within 0.2 seconds.',
      isUnsent: false,
    });
  });

  it.each([
    ['what is no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['a secret in what is no HTTP', `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${canary}\r\n`],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    [
      'an encoding that it has not',
      'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 5\r\n\r\nplain',
    ],
    [
      'half of what is encoded',
      'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 4\r\n\r\n\x1f\x8b\x08\x00',
    ],
    ['an unknown encoding', 'HTTP/1.1 200 OK\r\ncontent-encoding: compress\r\ncontent-length: 1\r\n\r\nx'],
    [
      'encodings upon encodings',
      'HTTP/1.1 200 OK\r\ncontent-encoding: gzip, gzip\r\ncontent-length: 1\r\n\r\nx',
    ],
  ])('rejects an unreadable answer: %s', async (_name, bytes) => {
    const host = await rawHost((socket) => socket.end(Buffer.from(bytes, 'latin1')));

    expect((await failureOf(host)).code).toBe('answer_unreadable');
  });

  it('reports a host that hangs up as unreachable', async () => {
    const host = await rawHost((socket) => socket.destroy());

    expect(await failureOf(host)).toMatchObject({
      code: 'unreachable',
      message: 'The host closed the connection.',
      isUnsent: false,
    });
  });

  it('reports that nothing was sent to a host that refuses connections', async () => {
    const url = new URL(`http://127.0.0.1:${await freePort()}/`);

    expect(await failureOf(url, { method: 'POST', body: '{}' })).toMatchObject({
      code: 'unreachable',
      message: 'The host refuses connections.',
      isUnsent: true,
    });
  });

  it('rejects an endless chain of redirects', async () => {
    const host = await httpHost(
      ({ url = '' }, answer) => void answer.writeHead(302, { location: `${url}x` }).end(),
    );

    expect((await failureOf(host)).code).toBe('redirect_not_allowed');
  });

  it('rejects a redirect to an invalid URL', async () => {
    const host = await httpHost((_, answer) => void answer.writeHead(302, { location: 'https://[' }).end());

    expect(await failureOf(host)).toMatchObject({
      code: 'redirect_not_allowed',
      message: 'The server does not follow the redirect. It redirects to an invalid URL.',
    });
  });

  it('rejects the redirect of a request that changes data', async () => {
    const host = await httpHost((_, answer) => void answer.writeHead(307, { location: '/again' }).end());

    expect((await failureOf(host, { method: 'POST', body: '{}' })).code).toBe('redirect_not_allowed');
  });

  it('rejects a host with an invalid TLS certificate', async () => {
    const folder = temporaryFolder();
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:P-256',
        '-nodes',
        '-keyout',
        key,
        '-out',
        cert,
        '-subj',
        '/CN=127.0.0.1',
        '-days',
        '1',
      ],
      { stdio: 'ignore' },
    );
    const server = createServer(
      { key: readFileSync(key), cert: readFileSync(cert) },
      (_, answer) => void answer.end(),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    afterAll(() => void server.close());
    const url = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`);

    expect(await failureOf(url)).toMatchObject({
      code: 'unreachable',
      message: 'The host’s TLS certificate is not valid.',
      isUnsent: true,
    });
  });

  it('stops when the caller aborts the request', async () => {
    const host = await rawHost(() => {});

    expect((await failureOf(host, { signal: AbortSignal.timeout(100) })).code).toMatch(
      /^(?:timeout|unreachable)$/,
    );
  });
});
