import { describe, expect, it } from 'vitest';
import { isJson } from '../../../adapters/http/body.ts';

describe('the type of a JSON body', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json ;  charset="UTF-8"',
  ])('may be %s', (type) => {
    expect(isJson(type)).toBe(true);
  });

  it.each([
    undefined,
    '',
    'text/json',
    'application/json5',
    'application/json; charset=latin1',
    'application/json; charset=utf-8; charset=utf-8',
    'application/graphql-response+json',
  ])('is not %s', (type) => {
    expect(isJson(type)).toBe(false);
  });

  // A quadratic pattern takes minutes here, before any credential is checked.
  it.each([' ', '; ', '\t'])('is read in linear time, with many of %j', { timeout: 10_000 }, (text) => {
    expect(isJson(`application/json${text.repeat(300_000)}x`)).toBe(false);
  });
});
