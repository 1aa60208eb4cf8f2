import { describe, expect, it } from 'vitest';
import { documentOf, read } from '../../support/descriptions.ts';

describe('a hostile document', () => {
  it.each([
    '/a?b=c',
    '/a#b',
    '/a/../b',
    '/a/%2e%2E/b',
    '/a\\b',
    '/a b',
    '/a\nb',
    '/{a',
    '/a}',
    'a',
    '/{__proto__}',
    `/${'a'.repeat(1_001)}`,
  ])('may have paths that lead elsewhere: %j is omitted', (path) => {
    const { counts, findings } = read(documentOf({ paths: { [path]: { get: {} } } }));

    expect(counts).toMatchObject({ operations: 1, capabilities: 0 });
    expect(findings.map(({ code }) => code)).toContain('path_unusable');
  });

  it.each(['X\r\nHost', 'a:b', 'ä', 'Cookie', ''])('may have invalid header names: %j is omitted', (name) => {
    const { capabilities } = read(
      documentOf({ paths: { '/a': { get: { parameters: [{ name, in: 'header' }] } } } }),
    );

    expect(capabilities[0]?.request.parameters).toEqual([]);
  });

  it.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://a:b@c.example',
    'https://a.example?x=y',
    'https://',
  ])('may have invalid servers: %s', (url) => {
    expect(read(documentOf({ servers: [{ url }] })).head.servers).toEqual([]);
  });
});
