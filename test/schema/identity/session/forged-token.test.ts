import { describe, expect, it } from 'vitest';
import { mintSecret } from '../../../../schema/values/secret.ts';
import { testApp } from '../../../support/app.ts';
import { forgerOf } from '../../../support/forged-tokens.ts';
import { somebody } from '../../../support/people.ts';

const t = await testApp();
const owner = await somebody(t);
const bystander = await somebody(t);
const gone = await somebody(t);
await t.rest('POST', '/api/auth/sign-out', { as: gone });

const forger = await forgerOf(t, owner.token, bystander.token);
const { header, claims, es256, withHeader, withClaims } = forger;
const others = await forgerOf(t, bystander.token, owner.token);

// oxfmt-ignore
const forged: [name: string, token: string][] = [
  ...forger.forged,
  ['the aud of the MCP endpoint', withClaims({ aud: 'http://localhost:4000/mcp' })],
  ['an aud that ours begins with', withClaims({ aud: 'http://localhost:4000' })],
  ['an aud that begins with ours', withClaims({ aud: 'http://localhost:4000/api/' })],
  ['an aud in capitals', withClaims({ aud: 'HTTP://LOCALHOST:4000/API' })],
  ['the iss of the OAuth server', withClaims({ iss: 'http://localhost:4000/oauth' })],
  ['an iss in an array', withClaims({ iss: ['http://localhost:4000'] })],
  ['the sub of another person', withClaims({ sub: bystander.personId })],
  ['the session of another person', withClaims({ sid: others.claims['sid'] })],
  ['no sid', withClaims({ sid: undefined })],
  ['a sid that is a number', withClaims({ sid: 1 })],
  ['a sid in an array', withClaims({ sid: [claims['sid']] })],
  ['an empty sid', withClaims({ sid: '' })],
  ['an unknown sid', withClaims({ sid: 'ses_01kaf5m2jcexxt5s6f3yq4z8rd' })],
  ['a sid that is SQL', withClaims({ sid: "' or '1'='1" })],
  ['a session that was ended', gone.token],
];

const problem = {
  type: 'urn:sallyport:problem:session_invalid',
  title: 'Session token invalid',
  detail: 'The access token is not valid. Sign in again.',
  message: 'The access token is not valid. Sign in again.',
  code: 'session_invalid',
  status: 401,
  requestId: expect.any(String),
};

describe('a forged access token', () => {
  it('would be accepted if every part of it were correct', async () => {
    const answer = await t.rest('GET', '/api/developer-portal/me', { as: es256(header, claims) });

    expect(answer).toMatchObject({ status: 200, body: { person: { id: owner.personId } } });
  });

  it.each(forged)('gets the same 401 for %s', async (_name, token) => {
    const rest = await t.rest('GET', '/api/developer-portal/me', { as: token });
    const graphql = await t.graphql('{ me { person { id } } sandboxHealth { status } }', {}, { as: token });

    expect(rest.status).toBe(401);
    expect(rest.body).toEqual(problem);
    expect(rest.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    expect(graphql.status).toBe(401);
    expect(graphql.body).toEqual({
      errors: [
        {
          message: problem.message,
          extensions: { code: 'session_invalid', status: 401, requestId: expect.any(String) },
        },
      ],
    });
  });

  it.each([
    ['a refresh token', owner.refreshToken, /^This is a refresh token\. Exchange it .* \/api\/auth\/refresh/],
    [
      'an agent’s access token',
      withHeader({ typ: 'at+jwt' }),
      /^This is an MCP access token, which works at POST \/mcp /,
    ],
    ['a sandbox key', mintSecret('ak_sandbox').text, /^This is an API key, which works at \/v1\/sandbox\./],
    ['a live key', mintSecret('ak_live').text, /^This is an API key\. Send an access token/],
    [
      'a signing secret',
      mintSecret('whsec_live').text,
      /^This is a signing secret, which only verifies webhooks\./,
    ],
  ])('gets a 401 that names its kind, from its form alone: %s', async (_name, token, sentence) => {
    const answer = await t.rest('GET', '/api/developer-portal/me', { as: token });

    expect(answer).toMatchObject({ status: 401, body: { code: 'session_invalid' } });
    expect(answer.body.message).toMatch(sentence);
  });

  it.each([
    ['by the secret’s own scheme', 'Basic'],
    ['by no scheme', ''],
    ['by a scheme of its own', 'DPoP'],
  ])('counts as missing when it is sent %s', async (_how, scheme) => {
    const headers = { authorization: `${scheme} ${owner.token}`.trim() };

    const answer = await t.rest('GET', '/api/developer-portal/me', { headers });

    expect(answer).toMatchObject({ status: 401, body: { code: 'session_missing' } });
  });
});
