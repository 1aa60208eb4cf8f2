import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { AnswerFailure, dataOf, type Answered } from '../../../../schema/connect/gateway/answer.ts';
import type { IncomingAnswer } from '../../../../schema/kernel/ports/egress.ts';

const expected = { method: 'GET', isJson: false };
const answer = (contentType: string | null, body: string | Buffer = '', status = 200): IncomingAnswer => ({
  status,
  headers: contentType === null ? {} : { 'content-type': contentType },
  body: Buffer.from(body),
  url: new URL('https://api.example.com'),
});

function failureOf(work: () => Answered): AnswerFailure {
  try {
    throw new Error(`There were data: ${JSON.stringify(work())}`);
  } catch (error) {
    if (error instanceof AnswerFailure) return error;
    throw error;
  }
}

describe('an answer', () => {
  // oxfmt-ignore
  it.each([
    ['application/json',                       '{"a":[1]}',  { kind: 'JSON', data: { a: [1] } }],
    ['Application/JSON; charset=UTF-8',        'null',       { kind: 'JSON', data: null }],
    ['application/problem+json',               '"é"',        { kind: 'JSON', data: 'é' }],
    ['application/vnd.github.v3+json',         '[]',         { kind: 'JSON', data: [] }],
    ['text/json, text/html',                   '0',          { kind: 'JSON', data: 0 }],
    ['application/json',                       '\ufeff{}',   { kind: 'JSON', data: {} }],
    ['text/plain',                             'héllo',      { kind: 'TEXT', data: 'héllo' }],
    ['text/plain',                             '{"a":1}',    { kind: 'TEXT', data: '{"a":1}' }],
    ['text/csv; header=present',               'a,b',        { kind: 'TEXT', data: 'a,b' }],
    ['application/xml',                        '<a/>',       { kind: 'TEXT', data: '<a/>' }],
    ['image/svg+xml',                          '<svg/>',     { kind: 'TEXT', data: '<svg/>' }],
    ['application/pdf',                        '%PDF-1.7',   { kind: 'BINARY', data: { contentType: 'application/pdf', bytes: 8, data: 'JVBERi0xLjc=' } }],
    ['image/png; charset=utf-8',               '\ufffd',     { kind: 'BINARY', data: { contentType: 'image/png', bytes: 3, data: '77+9' } }],
    ['not a type at all',                      'abc',        { kind: 'BINARY', data: { contentType: null, bytes: 3, data: 'YWJj' } }],
    [null,                                     '{"a":1}',    { kind: 'BINARY', data: { contentType: null, bytes: 7, data: 'eyJhIjoxfQ==' } }],
  ])('has the kind of its content type %s: %o', (contentType, body, said) => {
    expect(dataOf(answer(contentType, body), expected)).toEqual(said);
  });

  // oxfmt-ignore
  it.each([
    ['no content',              answer('application/json', '', 204),       'GET'],
    ['reset content',           answer('application/json', 'x', 205),      'GET'],
    ['an answer to a HEAD',     answer('application/json', '{}'),          'HEAD'],
    ['an empty body',           answer('application/json', '', 201),       'POST'],
  ])('has no data: %s', (_what, given, method) => {
    expect(dataOf(given, { ...expected, method })).toEqual({ kind: 'NOTHING', data: null });
  });

  // oxfmt-ignore
  it.each([
    ['as a text',                 'text/plain',                '{"a":1}',  { kind: 'JSON', data: { a: 1 } }],
    ['as a page',                 'text/html; charset=utf-8',  '[1]',      { kind: 'JSON', data: [1] }],
    ['as nothing',                null,                        'true',     { kind: 'JSON', data: true }],
    ['as a text, and it is one',  'text/plain',                'a text',   { kind: 'TEXT', data: 'a text' }],
    ['as something else',         'application/zip',           '{"a":1}',  { kind: 'BINARY', data: { contentType: 'application/zip', bytes: 7, data: 'eyJhIjoxfQ==' } }],
    ['as nothing, in no UTF-8',   null,                        Buffer.of(0x22, 0xff, 0x22), { kind: 'BINARY', data: { contentType: null, bytes: 3, data: 'Iv8i' } }],
  ])('that should be JSON is parsed as JSON where possible if it is sent %s', (_what, contentType, body, said) => {
    expect(dataOf(answer(contentType, body), { ...expected, isJson: true })).toEqual(said);
  });

  // oxfmt-ignore
  it.each([
    ['text/plain; charset=iso-8859-1',         Buffer.of(0x68, 0xe9),       'hé'],
    ['text/plain;charset="Windows-1252"',      Buffer.of(0x80),             '€'],
    ['text/plain; a=b; charset=US-ASCII',      Buffer.from('a'),            'a'],
    ['application/json; charset=latin1',       Buffer.from('"\u00e9"', 'latin1'), 'é'],
  ])('is decoded in its character set: %s', (contentType, body, data) => {
    expect(dataOf(answer(contentType, body), expected).data).toBe(data);
  });

  // oxfmt-ignore
  it.each([
    ['a page told as JSON',          'application/json',              '<html>the secret</html>',   'not_json'],
    ['JSON that ends too early',     'application/json',              '{"a":"the secret"',         'not_json'],
    ['a million brackets',           'application/json',              '['.repeat(1_000_000),       'not_json'],
    ['JSON in no UTF-8',             'application/json',              Buffer.of(0x22, 0xff, 0x22), 'not_a_text'],
    ['a text in no UTF-8',           'text/plain',                    Buffer.of(0xff),             'not_a_text'],
    ['another character set',        'text/plain; charset=utf-16le',  'a\0',                       'not_a_text'],
    ['one of an inherited name',     'text/plain; charset=toString',  'a',                         'not_a_text'],
    ['what is still encoded',        'application/json',              gzipSync('{}'),              'not_a_text'],
  ])('is rejected if it cannot be read: %s', (_what, contentType, body, code) => {
    const failure = failureOf(() => dataOf(answer(contentType, body), expected));

    expect(failure.code).toBe(code);
    expect(failure.message).not.toContain('secret');
  });
});
