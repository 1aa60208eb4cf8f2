import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { exactly, testApp } from '../support/app.ts';

const base = 'http://localhost:4999';
await promisify(execFile)(process.execPath, ['scripts/build.ts']);
const t = await testApp({ BASE_URL: base, CONSOLE: 'on' }, exactly);
const get = async (url: string, headers: Record<string, string> = {}) =>
  await t.app.inject({ url, headers: { host: 'localhost:4999', ...headers } });

describe('GET /console', () => {
  it.each([
    '/console',
    '/console/',
    '/console/some-workspace/approvals/apr_1?folder=decided',
    '/console/~/sign-in',
  ])('%s is the page, under a strict policy', async (path) => {
    const { statusCode, headers, body } = await get(path);

    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none';script-src 'self';style-src 'self';font-src 'self';img-src 'self' data:;connect-src 'self';" +
        "manifest-src 'self';base-uri 'none';form-action 'self';frame-ancestors 'none';" +
        "require-trusted-types-for 'script';trusted-types 'none'",
    );
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    expect(body).not.toMatch(/<style|<script>|https?:|\son\w+=/);
  });

  it('serves each asset for a year, compressed as it was built', async () => {
    for (const name of readdirSync('console/dist/assets').filter((file) => file.endsWith('.js'))) {
      const path = `/console/assets/${name}`;
      const { statusCode, headers, rawPayload } = await get(path, { 'accept-encoding': 'br' });
      const plain = await get(path);

      expect([statusCode, headers['content-encoding'], headers['cache-control']]).toEqual([
        200,
        'br',
        'public, max-age=31536000, immutable',
      ]);
      expect(brotliDecompressSync(rawPayload).equals(readFileSync(`console/dist/assets/${name}`))).toBe(true);
      expect(plain.headers['content-encoding']).toBeUndefined();
    }
  });

  it.each([
    '/console/assets/index-AAAAAAAA.js',
    '/console/assets/',
    '/console/assets/..%2findex.html',
    '/console/assets/.digest',
  ])('404 and not the page for %s, so that a page from before an upgrade notices', async (path) => {
    const { statusCode, headers } = await get(path);

    expect([statusCode, headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8']);
  });

  it.each(['127.0.0.1:4999', '[::1]:4999'])(
    'leads from %s to BASE_URL, whose origin sockets need',
    async (host) => {
      const { statusCode, headers } = await get('/console/a/approvals?folder=decided', { host });

      expect([statusCode, headers.location]).toEqual([302, `${base}/console/a/approvals?folder=decided`]);
    },
  );

  it.each(['evil.example:4999', '127.0.0.1:80', 'localhost:4999'])('leads nowhere from %s', async (host) => {
    expect((await get('/console', { host })).statusCode).toBe(200);
  });

  it.each([
    ['/', '/console'],
    ['/invitations', '/console/~/invitation'],
    ['/sign-up', '/console/~/sign-up/confirm'],
    ['/verify-email', '/console/~/verify-email'],
    ['/reset-password', '/console/~/reset-password'],
    ['/connections/callback?state=a&code=b', '/console/~/connections/callback?state=a&code=b'],
    ['/approvals/apr_01', '/console/~/approvals/apr_01'],
    ['/approvals/a%2f..%2f%0d%0ab', '/console/~/approvals/a%2F..%2F%0D%0Ab'],
  ])('a mailed link to %s leads to %s', async (path, target) => {
    const { statusCode, headers } = await get(path);

    expect([statusCode, headers.location]).toEqual([302, target]);
  });

  it('405 with Allow for other methods', async () => {
    const { statusCode, headers } = await t.app.inject({ method: 'POST', url: '/console/x' });

    expect([statusCode, headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});

describe('the build', () => {
  interface Chunk {
    file: string;
    isEntry?: boolean;
    imports?: string[];
    css?: string[];
  }
  let manifest: Record<string, Chunk>;
  beforeAll(() => {
    manifest = JSON.parse(readFileSync('console/dist/.vite/manifest.json', 'utf8')) as typeof manifest;
  });
  const sizeOf = (file: string) => readFileSync(`console/dist/${file}.br`).length;

  it('has at most 60 KB of compressed JavaScript before the first screen, and 12 KB for each further one', () => {
    const chunks = Object.values(manifest).filter(({ file }) => file.endsWith('.js'));
    const entry = chunks.find(({ isEntry }) => isEntry);
    const first = new Set<string>();
    const add = ({ file, imports = [] }: Chunk) => {
      if (first.has(file)) return;
      first.add(file);
      for (const name of imports) add(manifest[name] as Chunk);
    };
    if (entry) add(entry);
    const others = chunks.map(({ file }) => file).filter((file) => !first.has(file));

    expect(first.size).toBeGreaterThan(0);
    expect([...first].reduce((sum, file) => sum + sizeOf(file), 0)).toBeLessThanOrEqual(60 * 1024);
    expect(others.filter((file) => sizeOf(file) > 12 * 1024)).toEqual([]);
  });

  it('has at most 14 KB of compressed styles in all', () => {
    const styles = readdirSync('console/dist/assets').filter((name) => name.endsWith('.css'));

    expect(styles.length).toBeGreaterThan(1);
    expect(styles.reduce((sum, name) => sum + sizeOf(`assets/${name}`), 0)).toBeLessThanOrEqual(14 * 1024);
  });
});

describe('with CONSOLE=off', async () => {
  const off = await testApp({ BASE_URL: base, CONSOLE: 'off' }, exactly);

  it.each(['/console', '/console/assets/x.js'])('%s is 404', async (url) => {
    expect((await off.app.inject({ url })).statusCode).toBe(404);
  });

  it('a mailed link shows what to send instead', async () => {
    const { statusCode, body } = await off.app.inject({ url: '/invitations' });

    expect([statusCode, body.includes('POST /api/auth/invitations/lookup')]).toEqual([200, true]);
  });
});
