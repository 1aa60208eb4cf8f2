import { gzipSync } from 'node:zlib';

export interface Poison {
  name: string;
  body: Buffer | string;
  /** By default `application/json`; an empty text omits the header. */
  contentType?: string;
  headers?: Record<string, string>;
  /** The acceptable statuses: surfaces refuse in different ways. */
  status: number[];
}

const mebibyte = 1024 * 1024;
const fine = '{"message":"hello"}';
// If a body limit is smaller than the poison, it is too large before it is malformed.
const refused = [400, 422];
const refusedOrTooLarge = [400, 413, 422];

/** Bodies that every surface rejects as JSON. */
// oxfmt-ignore
export const jsonPoisons: Poison[] = [
  {
    name: 'an array 100,000 levels deep',
    status: refusedOrTooLarge,
    body: '['.repeat(1e5) + ']'.repeat(1e5),
  },
  { name: 'arrays that never close', status: refusedOrTooLarge, body: '['.repeat(1e5) },
  {
    name: 'an object 100,000 levels deep',
    status: refusedOrTooLarge,
    body: `${'{"a":'.repeat(1e5)}1${'}'.repeat(1e5)}`,
  },
  { name: 'a key of 1 MB', status: refusedOrTooLarge, body: `{"${'k'.repeat(1e6)}":1}` },
  { name: 'an escaped key of 1 MB', status: refusedOrTooLarge, body: `{"${'\\u006b'.repeat(166_000)}":1}` },
  {
    name: '100,000 keys',
    status: refusedOrTooLarge,
    body: `{${Array.from({ length: 1e5 }, (_, i) => `"${i}":0`).join()}}`,
  },
  { name: '350,000 empty arrays', status: refusedOrTooLarge, body: `[${'[],'.repeat(349_000)}[]]` },
  { name: 'a number of 1 MB', status: refusedOrTooLarge, body: `{"message":${'1'.repeat(1e6)}}` },
  { name: 'an empty body', status: refused, body: '' },
  { name: 'nothing but spaces', status: refused, body: ' \n\t ' },
  { name: 'a byte order mark', status: refused, body: `\uFEFF${fine}` },
  { name: 'UTF-16', status: refused, body: Buffer.from(fine, 'utf16le') },
  { name: 'invalid UTF-8', status: refused, body: around([0xff, 0xfe]) },
  { name: 'UTF-8 that breaks off', status: refused, body: around([0xe2, 0x82]) },
  { name: 'an overlong slash', status: refused, body: around([0xc0, 0xaf]) },
  { name: 'an overlong NUL', status: refused, body: around([0xc0, 0x80]) },
  { name: 'a code point beyond U+10FFFF', status: refused, body: around([0xf4, 0x90, 0x80, 0x80]) },
  { name: 'a lone surrogate', status: refused, body: around([0xed, 0xa0, 0x80]) },
  { name: 'a surrogate pair in UTF-8', status: refused, body: around([0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]) },
  { name: 'an escaped high surrogate', status: refused, body: '{"message":"\\ud800"}' },
  { name: 'an escaped low surrogate', status: refused, body: '{"message":"\\udc00"}' },
  { name: 'an escaped pair in the wrong order', status: refused, body: '{"message":"\\udc00\\ud800"}' },
  { name: 'half an escaped pair before a raw character', status: refused, body: '{"message":"\\ud83d😀"}' },
  { name: 'a lone surrogate in a key', status: refused, body: '{"message":"hello","\\uD83D":1}' },
  { name: 'a raw NUL', status: refused, body: '{"message":"a\0b"}' },
  { name: 'an escaped NUL', status: refused, body: '{"message":"a\\u0000b"}' },
  { name: 'an escaped NUL in a key', status: refused, body: '{"message":"hello","a\\u0000":1}' },
  { name: 'a NUL after the end', status: refused, body: `${fine}\0` },
  { name: 'a raw line break in a string', status: refused, body: '{"message":"a\nb"}' },
  { name: 'the key __proto__', status: refused, body: '{"message":"hello","__proto__":{"isAdmin":true}}' },
  {
    name: 'the key __proto__, escaped',
    status: refused,
    body: '{"message":"hello","\\u005f_proto__":{"isAdmin":true}}',
  },
  {
    name: 'the key constructor',
    status: refused,
    body: '{"message":"hello","constructor":{"prototype":{"isAdmin":true}}}',
  },
  { name: 'the key prototype', status: refused, body: '{"message":"hello","a":{"prototype":{}}}' },
  { name: 'a key twice', status: refused, body: '{"message":"hello","message":"goodbye"}' },
  {
    name: 'a key twice, once escaped',
    status: refused,
    body: '{"message":"hello","mess\\u0061ge":"goodbye"}',
  },
  { name: '1e400', status: refused, body: '{"message":1e400}' },
  { name: '1e-400', status: refused, body: '{"message":1e-400}' },
  { name: '-0', status: refused, body: '{"message":-0}' },
  { name: '-0.0', status: refused, body: '{"message":-0.0}' },
  { name: '2^53 + 1', status: refused, body: '{"message":9007199254740993}' },
  { name: '-(2^53 + 1)', status: refused, body: '{"message":-9007199254740993}' },
  { name: 'NaN', status: refused, body: '{"message":NaN}' },
  { name: 'Infinity', status: refused, body: '{"message":-Infinity}' },
  { name: 'a leading zero', status: refused, body: '{"message":01}' },
  { name: 'a hexadecimal number', status: refused, body: '{"message":0x10}' },
  { name: 'JSON5', status: refused, body: "{message:'hello'}" },
  { name: 'a comment', status: refused, body: '{"message":"hello" /* there */}' },
  { name: 'a trailing comma', status: refused, body: '{"message":"hello",}' },
  { name: 'a trailing comma in an array', status: refused, body: '{"message":["hello",]}' },
  { name: 'text after the end', status: refused, body: `${fine} there` },
  { name: 'two documents', status: refused, body: `${fine}${fine}` },
  { name: 'an object that breaks off', status: refused, body: '{"message":"hel' },
  { name: 'an invalid escape', status: refused, body: '{"message":"\\x41"}' },
];

/**
 * Bodies that no surface with a documented schema may execute: each gets a 4xx and changes nothing. A surface
 * that accepts any JSON object accepts the one with an unknown field.
 */
// oxfmt-ignore
export const poisons: Poison[] = [
  ...jsonPoisons,
  { name: 'an unknown field named toString', status: refused, body: '{"toString":1}' },
  { name: 'null', status: refused, body: 'null' },
  { name: 'an array', status: refused, body: '[]' },
  { name: 'a text', status: refused, body: '"text"' },
  { name: 'true', status: refused, body: 'true' },
  { name: 'a body of 2 MiB', status: [413], body: `{"message":"${'a'.repeat(2 * mebibyte)}"}` },
  {
    name: 'a gzip bomb',
    status: [415],
    body: gzipSync(Buffer.alloc(32 * mebibyte, ' ')),
    headers: { 'content-encoding': 'gzip' },
  },
  { name: 'plain text', status: [415], body: fine, contentType: 'text/plain' },
  { name: 'a form', status: [415], body: 'message=hello', contentType: 'application/x-www-form-urlencoded' },
  { name: 'JSON called a form', status: [415], body: fine, contentType: 'application/x-www-form-urlencoded' },
  {
    name: 'a multipart form',
    status: [415],
    body: '--x\r\ncontent-disposition: form-data; name="message"\r\n\r\nhello\r\n--x--\r\n',
    contentType: 'multipart/form-data; boundary=x',
  },
  { name: 'no content type', status: [415], body: fine, contentType: '' },
  { name: 'a content type that is none', status: [415], body: fine, contentType: 'json' },
  { name: 'JSON in Latin-1', status: [415], body: fine, contentType: 'application/json;charset=latin1' },
];

function around(bytes: number[]): Buffer {
  return Buffer.concat([Buffer.from('{"message":"'), Buffer.from(bytes), Buffer.from('"}')]);
}
