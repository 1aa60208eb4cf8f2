import { decodeJwt, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.ts';
import { keyPairOf, mcpCredentialOf, type Algorithm } from '../../support/authorization.ts';
import { clientCredentialsWorld } from './client-credentials.world.ts';

const t = await testApp({ TRUST_PROXY: '127.0.0.1' });
const { issuer, place, tokens, searchBy } = await clientCredentialsWorld(t);
const algorithms: Algorithm[] = ['ES256', 'EdDSA', 'RS256'];

describe('client_credentials', () => {
  it.each(algorithms)('accepts an assertion by a registered key: %s', async (algorithm) => {
    const pair = keyPairOf(algorithm);
    const { id } = await mcpCredentialOf(t, place, { publicKey: pair.publicKey });

    const byIssuer = await tokens.byAssertion(await pair.assertion(id, issuer));
    const byEndpoint = await tokens.byAssertion(await pair.assertion(id, `${issuer}/token`));

    expect([byIssuer.status, byEndpoint.status]).toEqual([200, 200]);
    expect(await searchBy(byIssuer)).toMatchObject({ status: 200 });
  });

  it('accepts Ed25519 under both names, and names the accepted algorithms and the received one', async () => {
    const pair = keyPairOf('EdDSA');
    const { id } = await mcpCredentialOf(t, place, { publicKey: pair.publicKey });
    const rsa = keyPairOf('RS256');
    const { id: byRsa } = await mcpCredentialOf(t, place, { publicKey: rsa.publicKey });

    const taken = await tokens.byAssertion(await pair.assertion(id, issuer, {}, 'Ed25519'));
    const refused = await tokens.byAssertion(await rsa.assertion(byRsa, issuer, {}, 'PS256'));

    expect([taken.status, refused.status, refused.body.error]).toEqual([200, 401, 'invalid_client']);
    expect(refused.body.error_description).toContain(
      'An assertion may have the alg ES256, EdDSA, Ed25519, RS256, according to the type of its key. This one has the alg PS256.',
    );
  });

  it('accepts an assertion once, even when it arrives twice at the same time', async () => {
    const pair = keyPairOf('ES256');
    const { id } = await mcpCredentialOf(t, place, { publicKey: pair.publicKey });
    const one = await pair.assertion(id, issuer);
    const another = await pair.assertion(id, issuer);

    const first = await tokens.byAssertion(one);
    const again = await tokens.byAssertion(one);
    const together = await Promise.all([tokens.byAssertion(another), tokens.byAssertion(another)]);

    expect([first.status, again.status]).toEqual([200, 401]);
    expect(new Set(together.map(({ status }) => status))).toEqual(new Set([200, 401]));
  });

  it('rejects an assertion that is unsigned, or signed with another key or algorithm', async () => {
    const [pair, other] = [keyPairOf('ES256'), keyPairOf('ES256')];
    const { id } = await mcpCredentialOf(t, place, { publicKey: pair.publicKey });
    const { exp, ...claims } = decodeJwt(await pair.assertion(id, issuer));
    const unsigned = new UnsecuredJWT(claims).setExpirationTime(exp ?? 0).encode();

    const answers = [
      await tokens.byAssertion(unsigned),
      await tokens.byAssertion(await other.assertion(id, issuer)),
      await tokens.byAssertion(await keyPairOf('RS256').assertion(id, issuer)),
      await tokens.byAssertion(await keyPairOf('EdDSA').assertion(id, issuer)),
    ];

    expect(answers.map(({ body }) => body.error)).toEqual(Array(4).fill('invalid_client'));
  });

  it.each([
    ['is for somebody else', { aud: 'https://other.example' }],
    ['is for others as well', { aud: [issuer, 'https://other.example'] }],
    ['lives longer than five minutes', { exp: Math.floor(Date.now() / 1000) + 400 }],
    ['has expired', { exp: Math.floor(Date.now() / 1000) - 60 }],
    ['has no jti', { jti: undefined }],
    ['has a jti without end', { jti: 'j'.repeat(256) }],
    ['is of another issuer', { iss: 'mcpc_00000000000000000000000000' }],
  ])('rejects an assertion that %s', async (_what, claims) => {
    const pair = keyPairOf('ES256');
    const { id } = await mcpCredentialOf(t, place, { publicKey: pair.publicKey });

    const answer = await tokens.byAssertion(await pair.assertion(id, issuer, claims));

    expect(answer).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  });
});
