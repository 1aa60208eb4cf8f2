import { SignJWT, exportJWK, generateKeyPair, type CryptoKey, type JWK } from 'jose';
import type { Role } from '../../db/models/member.ts';
import type { TestApp } from './app.ts';
import type { Somebody } from './people.ts';

/** An automation with a secret as its credential, and a token for it. */
export interface Robot {
  automationId: string;
  memberId: string;
  credentialId: string;
  secret: string;
  token: string;
}

/** Creates an automation, by default as the owner. */
export async function automationOf(
  t: TestApp,
  { owner, workspaceId: workspace }: { owner: Somebody; workspaceId: string },
  { role = 'DEVELOPER', by = owner }: { role?: Role; by?: Somebody } = {},
): Promise<Robot> {
  const body = { name: 'Nightly build', role };
  const made = await t.rest('POST', '/api/console/automations', { as: by, workspace, body });
  if (made.status !== 201) throw new Error(`making an automation answered ${JSON.stringify(made.body)}`);
  const { id: automationId, member } = made.body;
  const { credentialId, secret } = await credentialFor(t, { automationId, workspace, by });
  const token = await tokenBy(t, { secret });
  return { automationId, memberId: member.id, credentialId, secret, token };
}

export async function credentialFor(
  t: TestApp,
  { automationId, workspace, by }: { automationId: string; workspace: string; by: Somebody },
  more: object = {},
): Promise<{ credentialId: string; secret: string }> {
  const path = `/api/console/automations/${automationId}/credentials`;
  const { status, body } = await t.rest('POST', path, { as: by, workspace, body: { name: 'ci', ...more } });
  if (status !== 201) throw new Error(`making a credential answered ${JSON.stringify(body)}`);
  return { credentialId: body.id, secret: body.secret };
}

/** Returns a token. Throws if the server refuses. */
export async function tokenBy(t: TestApp, body: object): Promise<string> {
  const answer = await t.rest('POST', '/api/auth/automation/token', { body });
  if (answer.status !== 200) throw new Error(`a token was refused: ${JSON.stringify(answer.body)}`);
  return answer.body.accessToken;
}

export interface KeyPair {
  alg: 'ES256' | 'EdDSA' | 'Ed25519' | 'RS256';
  privateKey: CryptoKey;
  publicJwk: JWK;
}

export async function keyPair(alg: KeyPair['alg'] = 'ES256'): Promise<KeyPair> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { alg, privateKey, publicJwk: await exportJWK(publicKey) };
}

let assertions = 0;

/** Signs a client assertion with the key. All claims are correct by default; undefined omits a claim. */
export async function assertionBy(
  t: TestApp,
  { alg, privateKey }: KeyPair,
  credentialId: string,
  claims: Record<string, unknown> = {},
): Promise<string> {
  const seconds = Math.floor(t.clock.now().getTime() / 1000);
  const endpoint = `${t.config.baseUrl}/api/auth/automation/token`;
  const right = { iss: credentialId, sub: credentialId, aud: endpoint, exp: seconds + 60, iat: seconds };
  return await new SignJWT({ ...right, jti: `assertion-${(assertions += 1)}`, ...claims })
    .setProtectedHeader({ alg })
    .sign(privateKey);
}

/** Returns the request body with the assertion. */
export function asserting(clientAssertion: string) {
  const clientAssertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
  return { clientAssertionType, clientAssertion };
}
