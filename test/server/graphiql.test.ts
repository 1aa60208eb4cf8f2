import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';

const t = await testApp();
const production = await testApp({ SALLYPORT_ENV: 'production', BASE_URL: 'https://platform.example.com' });
const asBrowser = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

describe('GraphiQL', () => {
  it('is served in development, and only to a browser', async () => {
    const page = await t.rest('GET', '/graphql', asBrowser);
    const other = await t.rest('GET', '/graphql', { headers: { accept: 'application/json' } });

    expect(page).toMatchObject({
      status: 200,
      headers: { 'content-type': expect.stringContaining('text/html') },
    });
    expect(page.body).toContain('<title>Sallyport</title>');
    expect(other.status).toBe(405);
  });

  it('is not served in production', async () => {
    const answer = await production.rest('GET', '/graphql', asBrowser);

    expect(answer).toMatchObject({
      status: 405,
      headers: { allow: 'POST' },
      body: { errors: [{ extensions: { code: 'method_not_allowed' } }] },
    });
  });

  it('loads nothing from an external address', async () => {
    const { body } = await t.rest('GET', '/graphql', asBrowser);
    const html = withoutScripts(body);

    const loaded = [...html.matchAll(/\b(?:src|href|action|poster|data)\s*=\s*["']?([^"'\s>]+)/gi)].map(
      ([, it]) => it,
    );
    const outside = loaded.filter((address) => /^(?:[a-z]+:)?\/\//i.test(address ?? ''));
    const imported = [
      ...String(body).matchAll(
        /(?:import\s*\(?|importScripts\s*\(|@import\s+(?:url\()?)\s*["'](?:https?:)?\/\/[^"']+/g,
      ),
    ];
    const inStyles = [...String(body).matchAll(/url\(\s*["']?(?:https?:)?\/\/[^)]+\)/g)];

    expect(outside).toEqual([]);
    expect(imported.map(([text]) => text)).toEqual([]);
    expect(inStyles.map(([text]) => text)).toEqual([]);
  });

  it('is restricted to its own origin by its content security policy', async () => {
    const { headers } = await t.rest('GET', '/graphql', asBrowser);
    const policy = String(headers['content-security-policy']);
    const directives = new Map(
      policy.split(';').map((it) => [it.trim().split(' ')[0], it.trim().split(' ').slice(1)]),
    );
    const allowed = [...directives.values()].flat();

    expect(directives.get('default-src')).toEqual(["'none'"]);
    expect(directives.get('frame-ancestors')).toEqual(["'none'"]);
    expect(
      allowed.filter((source) => !/^(?:'(?:self|none|unsafe-inline)'|data:|blob:)$/.test(source)),
    ).toEqual([]);
    expect(policy).not.toContain('upgrade-insecure-requests');
  });
});

function withoutScripts(html: string): string {
  return html
    .replaceAll(/(<script\b[^>]*>)[\s\S]*?<\/script>/gi, '$1')
    .replaceAll(/<style\b[\s\S]*?<\/style>/gi, '');
}
