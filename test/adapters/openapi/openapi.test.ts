import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { documentOf, read } from '../../support/descriptions.ts';

describe('an OpenAPI document', () => {
  const yaml = readFileSync(new URL('shop.yaml', import.meta.url));
  const parts = JSON.parse(readFileSync(new URL('shop.parts.json', import.meta.url), 'utf8')) as unknown[];
  const sourceUrl = new URL('https://shop.example/docs/openapi.yaml');

  it('becomes a head, capabilities, findings and counts', () => {
    expect(read(yaml, sourceUrl).parts).toEqual(parts);
  });

  it('has no server if it names none and its source is unknown', () => {
    const { head, findings } = read(documentOf({}), null);

    expect(head.servers).toEqual([]);
    expect(findings).toEqual([expect.objectContaining({ code: 'no_server' })]);
  });

  it('has its source as the server if it names none', () => {
    expect(read(documentOf({}), sourceUrl).head.servers).toEqual([
      { url: 'https://shop.example', description: '' },
    ]);
  });

  it('of 3.1 keeps the keywords beside a $ref', () => {
    const schema = { $ref: '#/components/schemas/Name', maxLength: 9 };
    const { capabilities } = read(
      documentOf({
        openapi: '3.1.0',
        paths: { '/a': { get: { parameters: [{ name: 'q', in: 'query', schema }] } } },
        components: { schemas: { Name: { type: ['string', 'null'], examples: ['Ada'] } } },
      }),
    );

    expect(capabilities[0]?.inputSchema).toMatchObject({
      properties: { q: { $ref: '#/$defs/Name', maxLength: 9 } },
      $defs: { Name: { type: ['string', 'null'], examples: ['Ada'] } },
    });
  });

  it('is read alike in every Unicode encoding, with comments, trailing commas and duplicate keys', () => {
    const plain = '{"openapi":"3.0.0","info":{"title":"Ä"},"paths":{}}';
    const sloppy = '{"openapi":"3.0.0", # why not\n"info":{"title":"x","title":"Ä"},"paths":{},}';
    const { parts: expected } = read(Buffer.from(plain));

    for (const bytes of [
      Buffer.from(`\uFEFF${plain}`),
      Buffer.from(`\uFEFF${plain}`, 'utf16le'),
      Buffer.from(sloppy),
    ])
      expect(read(bytes).parts).toEqual(expected);
  });

  it('may omit the quotation marks of its version in YAML', () => {
    expect(read(Buffer.from('openapi: 3.0\npaths: {}')).counts).toMatchObject({ operations: 0 });
  });
});

describe('a document that is not OpenAPI', () => {
  it.each([
    ['not_openapi', 'a page for people', '<!DOCTYPE html><html></html>'],
    ['not_openapi', 'another JSON', '{"hello":"world"}'],
    ['not_openapi', 'a text', 'hello'],
    ['not_openapi', 'a list', '[]'],
    ['unsupported_version', 'Swagger 2.0', '{"swagger":"2.0","paths":{}}'],
    ['unsupported_version', 'OpenAPI 4', '{"openapi":"4.0.0","paths":{}}'],
    ['unsupported_version', 'OpenAPI 3.2', 'openapi: 3.2.0'],
    ['unreadable', 'nothing', ' \n'],
    ['unreadable', 'half of a document', '{"openapi":"3.0.0","paths":{'],
    ['unreadable', 'an alias of nothing', 'openapi: 3.0.0\ninfo: *nothing'],
    ['not_openapi', 'bytes', '\u0000\u0001%'],
  ])('is rejected as %s: %s', (code, _, text) => {
    expect(() => read(Buffer.from(text))).toThrow(
      expect.objectContaining({ name: 'DescriptionFailure', code }),
    );
  });

  it('is rejected with advice if it is Swagger 2.0', () => {
    expect(() => read(Buffer.from('swagger: "2.0"'))).toThrow(
      'This is a Swagger 2.0 document. Convert it to OpenAPI 3, for example with swagger2openapi, and import that.',
    );
  });

  it('is rejected with the position of the error in its YAML', () => {
    expect(() => read(Buffer.from('openapi: 3.0.0\npaths: [1, 2'))).toThrow(
      /line 2, column \d+ \([a-z ]+\)\.$/,
    );
  });
});
