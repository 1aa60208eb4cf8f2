import { describe, expect, it } from 'vitest';
import { isWithin, readPattern } from '../../../schema/values/base-url-pattern.ts';

describe('a pattern of base URLs', () => {
  it.each([
    ['https://*.atlassian.net', 'https://acme.atlassian.net'],
    ['https://*.atlassian.net/wiki/api/v2', 'https://acme.atlassian.net/wiki/api/v2'],
    ['https://*.atlassian.net/wiki/', 'https://acme.atlassian.net/wiki'],
    ['https://*.*.example.com', 'https://acme.eu.example.com'],
    ['https://*-api.example.com', 'https://acme-api.example.com'],
    ['https://api.*.example.com:8443', 'https://api.eu-1.example.com:8443'],
    ['https://*.example.com/*/v1', 'https://acme.example.com/a_b.c~1/v1'],
    ['https://*.example.com', 'https://ACME.Example.com'],
    ['https://*.example.com', 'https://xn--bcher-kva.example.com'],
    ['https://*.example.com', 'https://acme.example.com:443/'],
    ['https://acme.myshopify.com/admin/api', 'https://acme.myshopify.com/admin/api'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ])('%s matches %s', (pattern, address) => {
    expect(readPattern(pattern)).toHaveProperty('labels');
    expect(isWithin([pattern], new URL(address))).toBe(true);
  });

  it.each([
    'https://atlassian.net',
    'https://a.b.atlassian.net',
    'https://acme.atlassian.net.evil.example',
    'https://evil.example/acme.atlassian.net',
    'https://acmeatlassian.net',
    'https://acme.atlassian.net.',
    'https://.atlassian.net',
    'https://acme.atlassian.net@evil.example',
    'https://acme@acme.atlassian.net',
    'https://acme:secret@acme.atlassian.net',
    'https://evil.example\\.atlassian.net',
    'https://evil.example#.atlassian.net',
    'https://evil.example?.atlassian.net',
    'https://evil.example%2f.atlassian.net',
    'https://acme.atlassian.net:8443',
    'http://acme.atlassian.net',
    'https://acme.atlassian.net/v2',
    'https://acme.atlassian.net/#v',
    'https://acme.аtlassian.net',
    'https://127.0.0.1',
    'https://[::1]',
    'https://2130706433',
    'ftp://acme.atlassian.net',
  ])('rejects %s for https://*.atlassian.net', (address) => {
    const url = URL.parse(address);
    expect(url === null || !isWithin(['https://*.atlassian.net'], url)).toBe(true);
  });

  it.each(['/v1/..', '/v1/%2e%2e', '/a%2fb', '/a%5cb', '/a;b', '//v1', '/', '', '/a/b', '/%61'])(
    'rejects the path %s for one segment of the account',
    (path) => {
      expect(isWithin(['https://api.example.com/*'], new URL(`https://api.example.com${path}`))).toBe(false);
    },
  );

  it.each([
    ['https://*', 'allows any host'],
    ['https://*.com', 'allows any host'],
    ['https://*.co.uk', 'allows any host'],
    ['https://*.github.io', 'allows any host'],
    ['https://*.myshopify.com', 'allows any host'],
    ['https://api.*.com', 'allows any host'],
    ['https://acme.*', 'allows any host'],
    ['https://10.0.0.*', 'allows any host'],
    ['https://**.example.com', 'at most one *'],
    ['http://*.example.com', 'must begin with https://'],
    ['https://*.0.0.1', 'must be a URL'],
    ['https://*.Example.com', 'must be a URL'],
    ['https://*.bücher.example', 'must be a URL'],
    ['https://*.example.com.', 'must be a URL'],
    ['https://*.example.com:443', 'must be a URL'],
    ['https://*.example.com:*', 'must be a URL'],
    ['https://a@*.example.com', 'must be a URL'],
    ['https://*.example.com/../v1', 'must be a URL'],
    ['https://*.example.com/%2e%2e', 'must be a URL'],
    ['https://*.example.com?a=b', 'must be a URL'],
    ['https://*.example.com#a', 'must be a URL'],
    ['https://*.example.com\\v1', 'must be a URL'],
    ['https://0x7f.1', 'must be a URL'],
    ['ftp://*.example.com', 'must be a URL'],
    ['*.example.com', 'must be a URL'],
    ['*://example.com', 'must be a URL'],
    ['', 'must be a URL'],
  ])('is rejected if it is invalid, or matches more than one owner: %s', (pattern, words) => {
    expect(readPattern(pattern)).toEqual({ wrong: expect.stringContaining(words) as string });
  });
});
