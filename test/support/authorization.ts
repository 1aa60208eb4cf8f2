import { generateKeyPairSync, hash, randomUUID, type KeyObject } from 'node:crypto';
import { SignJWT, importJWK, type JWK } from 'jose';
import type { Answer, TestApp } from './app.ts';
import type { Cast, Somebody } from './people.ts';
import type { Visited, Visitor } from './visitor.ts';

type Form = Record<string, string> | readonly (readonly [string, string])[];

/** Sets the test's clock to that of the process, which the authorization server's library uses. */
export function atPresent(t: TestApp): void {
  t.clock.set(new Date().toISOString());
}

/** The token requests of an MCP credential. */
export function tokensOf(t: TestApp) {
  const ask = async (form: Form, headers: Record<string, string> = {}): Promise<Answer> =>
    await t.rest('POST', '/oauth/token', {
      body: new URLSearchParams(form as never).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  const asked = { grant_type: 'client_credentials' };
  return {
    ask,
    bySecret: async (id: string, secret: string, more: Record<string, string> = {}) =>
      await ask({ ...asked, client_id: id, client_secret: secret, ...more }),
    byBasic: async (id: string, secret: string, more: Record<string, string> = {}) =>
      await ask(
        { ...asked, ...more },
        { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
      ),
    byCode: async (code: string, client: string, more: Record<string, string> = {}) =>
      await ask({
        grant_type: 'authorization_code',
        code,
        client_id: client,
        redirect_uri: 'http://127.0.0.1:5555/callback',
        code_verifier: codeVerifier,
        ...more,
      }),
    refresh: async (refreshToken: string, client: string, more: Record<string, string> = {}) =>
      await ask({ grant_type: 'refresh_token', refresh_token: refreshToken, client_id: client, ...more }),
    revoke: async (token: string, more: Record<string, string>, headers: Record<string, string> = {}) =>
      await t.rest('POST', '/oauth/revoke', {
        body: new URLSearchParams({ token, ...more }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      }),
    byAssertion: async (assertion: string, more: Record<string, string> = {}) =>
      await ask({
        ...asked,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: assertion,
        ...more,
      }),
  };
}

/** Creates an MCP credential in the workspace of the cast. */
export async function mcpCredentialOf(
  t: TestApp,
  { owner, workspaceId }: Pick<Cast, 'owner' | 'workspaceId'>,
  body: Record<string, unknown> = {},
  as: Somebody = owner,
): Promise<{ id: string; secret: string }> {
  const answer = await t.rest('POST', '/api/console/mcp/credentials', {
    as,
    workspace: workspaceId,
    body: { name: 'agent', ...body },
  });
  if (answer.status !== 201) throw new Error(`The credential was not made: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export type Algorithm = 'ES256' | 'EdDSA' | 'RS256';

const pairOf: Record<Algorithm, () => { publicKey: KeyObject; privateKey: KeyObject }> = {
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  EdDSA: () => generateKeyPairSync('ed25519'),
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
};

/** Creates a key pair that signs assertions. */
export function keyPairOf(algorithm: Algorithm) {
  const { publicKey, privateKey } = pairOf[algorithm]();
  return {
    publicKey: publicKey.export({ format: 'jwk' }) as JWK,
    privateKey: privateKey.export({ format: 'jwk' }) as JWK,
    pem: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    async assertion(
      id: string,
      audience: string | string[],
      more: Record<string, unknown> = {},
      alg: string = algorithm,
    ) {
      const now = Math.floor(Date.now() / 1000);
      const claims = { iss: id, sub: id, aud: audience, iat: now, exp: now + 60, jti: randomUUID(), ...more };
      const key = await importJWK(privateKey.export({ format: 'jwk' }) as JWK, alg);
      return await new SignJWT(claims).setProtectedHeader({ alg }).sign(key);
    },
  };
}

export interface AskedOf {
  client: string;
  redirectUri?: string;
  verifier?: string;
  more?: Record<string, string | undefined>;
}

export const codeVerifier = 'a-verifier-of-the-tests-that-is-long-enough-0123456789';

/** Returns the URL to which a client sends a person. */
export function authorizationUrl({
  client,
  redirectUri = 'http://127.0.0.1:5555/callback',
  verifier = codeVerifier,
  more = {},
}: AskedOf): string {
  const parameters = {
    response_type: 'code',
    client_id: client,
    redirect_uri: redirectUri,
    state: 'a state of the tests',
    code_challenge: hash('sha256', verifier, 'base64url'),
    code_challenge_method: 'S256',
    ...more,
  };
  const given = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return `/oauth/auth?${new URLSearchParams(given).toString()}`;
}

/** A person on the authorization server's pages. */
export function atPages(visitor: Visitor, { email, password }: Pick<Somebody, 'email' | 'password'>) {
  const signIn = async (page: Visited) => await visitor.submit(page, { action: 'sign-in', email, password });
  return {
    /** Opens the consent page, even if a consent is remembered. */
    async toConsent(asked: AskedOf): Promise<Visited> {
      const more = { prompt: 'consent', ...asked.more };
      const page = await visitor.open(authorizationUrl({ ...asked, more }));
      return page.html.includes('name="password"') ? await signIn(page) : page;
    },
    signIn,
    allow: async (page: Visited, credential: string) =>
      await visitor.submit(page, { action: 'allow', credential }),
    deny: async (page: Visited) => await visitor.submit(page, { action: 'deny' }),
    /** Completes the whole flow, and returns the query that the client gets. */
    async consent(asked: AskedOf, credential: string): Promise<URLSearchParams> {
      const { elsewhere, html } = await this.allow(await this.toConsent(asked), credential);
      if (!elsewhere) throw new Error(`The way did not lead back to the client: ${html}`);
      return elsewhere.searchParams;
    },
  };
}
