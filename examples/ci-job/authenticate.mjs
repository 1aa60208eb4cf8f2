import { createPrivateKey, randomUUID, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Exchanges an assertion, signed with the private key, for an access token (RFC 7523). */
export async function authenticate(origin, credential, keyFile) {
  const endpoint = `${origin}/api/auth/automation/token`;
  const body = {
    clientAssertionType: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    clientAssertion: assertionFor(endpoint, credential, keyFile),
  };
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()).accessToken;
}

function assertionFor(audience, credential, keyFile) {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: credential,
    sub: credential,
    aud: audience,
    iat: now,
    exp: now + 60,
    jti: randomUUID(),
  };
  const text = `${encoded({ alg: 'ES256' })}.${encoded(claims)}`;
  const key = { key: createPrivateKey(readFileSync(keyFile)), dsaEncoding: 'ieee-p1363' };
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}

function encoded(value) {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
