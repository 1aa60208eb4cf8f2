import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { namedPages } from '../../../../../adapters/http/pages/reference/addresses.ts';
import { routes } from '../../../../../adapters/rest/routes.ts';
import { testApp } from '../../../../support/app.ts';

const t = await testApp();
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const names = [...namedPages, ...routes.map(({ operationId }) => operationId)];
const paths = [
  '/reference',
  '/reference.md',
  '/reference/errors',
  '/reference/event-types.md',
  '/reference/permissions',
  '/reference/createApiKey',
  '/reference/createApiKey.md',
  '/reference/filter.js',
  '/llms.txt',
];

describe('the reference', () => {
  it('serves a page and its Markdown for each operation, and for errors, events and permissions', async () => {
    for (const name of names) {
      const page = await t.rest('GET', `/reference/${name}`);
      const twin = await t.rest('GET', `/reference/${name}.md`);

      expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
      expect(twin).toMatchObject({
        status: 200,
        headers: { 'content-type': 'text/markdown; charset=utf-8' },
      });
      expect(page.body).toContain(
        `<link rel="alternate" type="text/markdown" href="/reference/${name}.md" />`,
      );
      expect(String(twin.body)).toMatch(/^# /);
    }
  });

  it('names every Markdown page in /llms.txt', async () => {
    const { headers, body } = await t.rest('GET', '/llms.txt');
    const named = [...String(body).matchAll(/\]\((\/reference[^)]*)\)/g)].map(([, path = '']) => path);

    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(named.toSorted()).toEqual(
      ['/reference.md', ...names.map((name) => `/reference/${name}.md`)].toSorted(),
    );
  });

  it('lets pages use only their own style, and the list its own script', async () => {
    const own = /<style>(.*?)<\/style>/gs;
    const list = await t.rest('GET', '/reference');
    const page = await t.rest('GET', '/reference/errors');
    const sources = [...String(page.body).matchAll(own)].map(
      ([, css = '']) => `'sha256-${hash('sha256', css, 'base64')}'`,
    );
    const policy = `default-src 'none';style-src ${sources.join(' ')};form-action 'self';base-uri 'none';frame-ancestors 'none'`;

    expect(sources).toHaveLength(2);
    expect(page.headers['content-security-policy']).toBe(policy);
    expect(list.headers['content-security-policy']).toBe(`${policy};script-src 'self';connect-src 'self'`);
  });

  it.each(paths)('gives %s an ETag, answers 304 to it, and HEAD like GET', async (path) => {
    const { status, headers } = await t.rest('GET', path);
    const etag = String(headers.etag);
    const unchanged = await t.rest('GET', path, { headers: { 'if-none-match': `"other", W/${etag}` } });
    const changed = await t.rest('GET', path, { headers: { 'if-none-match': '"other"' } });
    const head = await t.rest('HEAD', path);

    expect(status).toBe(200);
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
    expect(headers['cache-control']).toBe('public, max-age=300');
    expect(unchanged).toMatchObject({ status: 304, body: '', headers: { etag } });
    expect(changed.status).toBe(200);
    expect(head).toMatchObject({
      status: 200,
      body: '',
      headers: { etag, 'content-type': headers['content-type'] },
    });
  });

  it.each(paths)('405: POST %s', async (path) => {
    const answer = await t.rest('POST', path, { body: {} });

    expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  });

  it('has a script of at most 10 KB', async () => {
    const { headers, body } = await t.rest('GET', '/reference/filter.js');

    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(Buffer.byteLength(String(body))).toBeLessThanOrEqual(10_000);
  });
});

describe('the list', () => {
  const countIn = (body: unknown) => String(body).match(/<li>/g)?.length ?? 0;

  it('comes in pages of 50 with links to the previous and the next', async () => {
    const first = await t.rest('GET', '/reference');
    const second = await t.rest('GET', '/reference?page=2');
    const last = await t.rest('GET', `/reference?page=${Math.ceil(routes.length / 50)}`);

    expect([countIn(first.body), countIn(second.body)]).toEqual([50, 50]);
    expect(first.body).toContain('<a rel="next" href="/reference?page=2">');
    expect(first.body).not.toContain('rel="prev"');
    expect(second.body).toContain('<a rel="prev" href="/reference?page=1">');
    expect(second.body).toContain('href="/reference.md?page=2"');
    expect(countIn(last.body)).toBe(routes.length % 50 || 50);
    expect(last.body).not.toContain('rel="next"');
  });

  it('finds operations by each word, without a script', async () => {
    const { body } = await t.rest('GET', '/reference?q=Rotate+key');
    const found = [...String(body).matchAll(/<a href="\/reference\/(\w+)">\s*<b/g)].map(([, id]) => id);

    expect(found).toContain('rotateApiKey');
    expect(found.length).toBeLessThan(10);
    expect(body).toContain('value="Rotate key"');
    expect(body).toContain('with “Rotate key”');
  });

  it('finds operations by permission, and keeps the words on further pages', async () => {
    const byPermission = await t.rest('GET', '/reference?q=workspace:delete');
    const many = await t.rest('GET', '/reference?q=GET%20%2F');

    expect(byPermission.body).toContain('href="/reference/approveRequest"');
    expect(many.body).toContain('href="/reference?q=GET%20%2F&amp;page=2"');
  });

  it('shows words as text', async () => {
    const { body } = await t.rest('GET', `/reference?q=${encodeURIComponent('"><script>alert(1)</script>')}`);

    expect(body).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    expect(body).toContain('0 operations with');
    expect(String(body).match(/<script/g)).toHaveLength(1);
  });

  it.each([
    ['?page=99', 404, 'not_found'],
    ['?page=0', 400, 'invalid_request'],
    ['?page=two', 400, 'invalid_request'],
    ['?page=1&page=2', 400, 'invalid_request'],
    ['?q=a&q=b', 400, 'invalid_request'],
    [`?q=${'a'.repeat(101)}`, 400, 'invalid_request'],
  ])('refuses %s', async (query, status, code) => {
    expect(await t.rest('GET', `/reference${query}`)).toMatchObject({ status, body: { code } });
    expect(await t.rest('GET', `/reference.md${query}`)).toMatchObject({ status, body: { code } });
  });
});

describe('an unknown operation', () => {
  it('404: a page for browsers, with the most similar name as a link', async () => {
    const answer = await t.rest('GET', '/reference/createApiKy', { headers: browser });

    expect(answer).toMatchObject({
      status: 404,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': expect.stringMatching(/^default-src 'none'/),
      },
    });
    expect(answer.body).toContain('Did you mean <a href="/reference/createApiKey">createApiKey</a>?');
    expect(t.events.at(-1)).toMatchObject({ event: 'request.answered', status: 404, code: 'not_found' });
  });

  it('404: a problem for other programs, with the most similar name', async () => {
    const near = await t.rest('GET', '/reference/createApiKy');
    const far = await t.rest('GET', '/reference/zzzzzzzzzzzzzzzzzzzz.md');

    expect(near).toMatchObject({
      status: 404,
      body: { code: 'not_found', message: expect.stringContaining('Did you mean `createApiKey`?') },
    });
    expect(far).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(far.body.message).not.toContain('Did you mean');
  });

  it('shows its name as text', async () => {
    const name = '<img src=x onerror=alert(1)>';
    const { body } = await t.rest('GET', `/reference/${encodeURIComponent(name)}`, { headers: browser });

    expect(body).toContain('<code>&lt;img src=x onerror=alert(1)&gt;</code>');
  });
});
