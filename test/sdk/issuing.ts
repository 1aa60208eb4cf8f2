import { importJWK, jwtVerify, type JWK } from 'jose';
import type { Between, Said, Seen } from './between.ts';

/** A small authorization server in place of the product's, which answers on command. */
export interface Issuing {
  /** The proof that each client must give: a secret, or a key by its public part. */
  known: Map<string, { secret: string } | { publicJwk: JWK; algorithm: string }>;
  /** Returns the access token for a credential. */
  give: (credentialId: string) => Promise<string>;
  /** The reported lifetime of tokens in seconds, or null to report none. */
  expiresIn: number | null;
  /** The metadata that replace the usual ones. */
  metadata: Record<string, unknown>;
  /** The answers of the token endpoint that replace its own, in sequence. */
  instead: Said[];
  /** The forms that the token endpoint received. */
  asked: URLSearchParams[];
  lookedUp: number;
}

export function issuing(link: Between, give: Issuing['give']): Issuing {
  const it: Issuing = {
    known: new Map(),
    give,
    expiresIn: 600,
    metadata: {},
    instead: [],
    asked: [],
    lookedUp: 0,
  };
  const issuer = `${link.origin}/oauth`;
  link.itself = async (seen) => {
    if (seen.path === '/.well-known/oauth-authorization-server/oauth') {
      it.lookedUp += 1;
      return json(200, { issuer, token_endpoint: `${issuer}/token`, ...it.metadata });
    }
    return seen.path === '/oauth/token' ? await tokenFor(it, issuer, seen) : null;
  };
  return it;
}

async function tokenFor(it: Issuing, issuer: string, { body, headers }: Seen): Promise<Said> {
  const form = new URLSearchParams(body);
  it.asked.push(form);
  const instead = it.instead.shift();
  if (instead) return instead;
  const credentialId = (await bySecret(it, headers['authorization'])) ?? (await byKey(it, issuer, form));
  if (credentialId === null)
    return json(401, { error: 'invalid_client', error_description: 'Nobody known.' });
  const answer = { access_token: await it.give(credentialId), token_type: 'Bearer' };
  return json(200, { ...answer, ...(it.expiresIn !== null && { expires_in: it.expiresIn }) });
}

// RFC 6749 §2.3.1: the id and the secret are form-encoded first.
async function bySecret({ known }: Issuing, header: Seen['headers'][string]): Promise<string | null> {
  const [, encoded = ''] = /^Basic (.+)$/.exec(String(header)) ?? [];
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64')
    .toString()
    .split(':')
    .map((part) => new URLSearchParams(`part=${part}`).get('part') ?? '');
  const client = known.get(id);
  return client && 'secret' in client && client.secret === secret ? id : null;
}

async function byKey({ known }: Issuing, issuer: string, form: URLSearchParams): Promise<string | null> {
  const id = form.get('client_id') ?? '';
  const client = known.get(id);
  if (!client || !('publicJwk' in client)) return null;
  const key = await importJWK(client.publicJwk, client.algorithm);
  const claims = { issuer: id, subject: id, audience: issuer };
  const options = { ...claims, algorithms: [client.algorithm], requiredClaims: ['exp', 'jti'] };
  const isGood = await jwtVerify(form.get('client_assertion') ?? '', key, options).catch(() => null);
  return isGood && id;
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Said {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}
