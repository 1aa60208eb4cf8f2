import { describe, expect, it } from 'vitest';
import { createClient } from '../../sdk/src/client.ts';
import { SallyportError } from '../../sdk/src/errors.ts';

const token = async () => 'token';

/** Returns the error from creating a client with these options, or null. */
function thrown(options: object): unknown {
  try {
    createClient({ token, baseUrl: 'https://sallyport.example.com', ...options });
    return null;
  } catch (error) {
    return error;
  }
}

describe('baseUrl', () => {
  it.each([
    'https://sallyport.example.com',
    'https://sallyport.example.com:8443/',
    'http://localhost:4000',
    'http://127.0.0.1:4000',
    'http://127.3.2.1',
    'http://[::1]:4000',
  ])('may be %s', (baseUrl) => {
    expect(thrown({ baseUrl })).toBeNull();
  });

  it.each([
    'http://sallyport.example.com',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'http://10.0.0.1',
    'ws://localhost',
    'file:///etc/passwd',
    'https://sallyport.example.com/api',
    'https://sallyport.example.com/?a=b',
    'https://somebody:pass-word@sallyport.example.com',
    'sallyport.example.com',
    '',
    undefined,
  ])('cannot be %s, which the error does not quote', (baseUrl) => {
    expect(thrown({ baseUrl })).toMatchObject({ code: 'invalid_argument', status: null });
    expect(String(thrown({ baseUrl }))).not.toContain('pass-word');
  });
});

describe('a client', () => {
  it.each([
    ['neither secret nor key nor token', { token: undefined, credentialId: 'mcpc_1' }],
    ['no credential', { token: undefined, secret: 'mcs_1' }],
    ['a secret that is none', { token: undefined, credentialId: 'mcpc_1', secret: 'a\nsecret' }],
    ['both a token and a secret', { credentialId: 'mcpc_1', secret: 'mcs_1' }],
    ['retries below 0', { retries: -1 }],
    ['half a retry', { retries: 0.5 }],
    ['no time', { timeoutMs: 0 }],
    ['more time than a timer takes', { timeoutMs: 2 ** 31 }],
  ])('is not created with %s', (_, options) => {
    expect(thrown(options)).toBeInstanceOf(SallyportError);
    expect(thrown(options)).toMatchObject({
      code: 'invalid_argument',
      message: expect.stringMatching(/\.$/),
    });
  });
});
