import {
  createPublicKey,
  generateKeyPairSync,
  createPrivateKey,
  sign,
  createHmac,
  type KeyObject,
} from 'node:crypto';
import { CompactEncrypt, CompactSign } from 'jose';
import { describe, expect, it } from 'vitest';
import { unseal } from '../../../db/envelope.ts';
import { SigningKey } from '../../../db/models/signing-key.ts';
import { mintSecret } from '../../../schema/secret.ts';
import { testApp } from '../../support/app.ts';
import { somebody } from '../../support/people.ts';

type Json = Record<string, unknown>;

const t = await testApp();
const owner = await somebody(t);
const bystander = await somebody(t);
const gone = await somebody(t);
await t.rest('POST', '/api/auth/sign-out', { as: gone });

// A forger with our own private key shows that each row below is refused for its own reason alone.
const row = await SigningKey.query(t.ports.database.knex).findOne({ purpose: 'SESSION' }).throwIfNotFound();
const sealed = unseal(t.secrets.masterKey, row.sealedPrivateJwk, `signing_key:${row.id}`);
const ours = createPrivateKey({ key: JSON.parse(sealed.toString()), format: 'jwk' });
const ourPublic = createPublicKey(ours);
const theirs = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const theirJwk = createPublicKey(theirs).export({ format: 'jwk' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const ed25519 = generateKeyPairSync('ed25519').privateKey;
const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey;

const [headerPart = '', payloadPart = '', signaturePart = ''] = owner.token.split('.');
const header: Json = JSON.parse(Buffer.from(headerPart, 'base64url').toString());
const claims: Json = JSON.parse(Buffer.from(payloadPart, 'base64url').toString());
const othersClaims: Json = JSON.parse(
  Buffer.from(bystander.token.split('.')[1] ?? '', 'base64url').toString(),
);
const now = t.clock.now().getTime() / 1000;

const encode = (part: unknown) =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');

/** A token signed by ES256, with our key unless another is given. */
function es256(head: unknown, payload: unknown, key: KeyObject = ours): string {
  const input = `${encode(head)}.${encode(payload)}`;
  return `${input}.${sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

const withHeader = (change: Json, key = ours) => es256({ ...header, ...change }, claims, key);
const withClaims = (change: Json) => es256(header, { ...claims, ...change });

function hmac(alg: string, hash: string, secret: string | Buffer): string {
  const input = `${encode({ ...header, alg })}.${payloadPart}`;
  return `${input}.${createHmac(hash, secret).update(input).digest('base64url')}`;
}

function signedAs(alg: string, hash: string | null, key: KeyObject): string {
  const input = `${encode({ ...header, alg })}.${payloadPart}`;
  return `${input}.${sign(hash, Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

const unsigned = (alg: unknown, signature = '') =>
  `${encode({ ...header, alg })}.${payloadPart}.${signature}`;
const withSignature = (bytes: Buffer) => `${headerPart}.${payloadPart}.${bytes.toString('base64url')}`;
const der = sign('sha256', Buffer.from(`${headerPart}.${payloadPart}`), { key: ours, dsaEncoding: 'der' });
const signatureBytes = Buffer.from(signaturePart, 'base64url');

// The last character of 64 bytes in base64url carries four bits that no byte needs.
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const otherSpelling = `${owner.token.slice(0, -1)}${alphabet[alphabet.indexOf(owner.token.at(-1) ?? '') + 1]}`;

const secretKey = Buffer.alloc(32, 1);
const encrypt = async (text: string) =>
  await new CompactEncrypt(Buffer.from(text))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', typ: 'session+jwt', cty: 'JWT' })
    .encrypt(secretKey);

// oxfmt-ignore
const forged: [name: string, token: string][] = [
  ['alg none, no signature', unsigned('none')],
  ['alg None', unsigned('None')],
  ['alg NONE', unsigned('NONE')],
  ['alg nOnE', unsigned('nOnE')],
  ['alg none with our signature', unsigned('none', signaturePart)],
  ['alg none in two parts', `${encode({ ...header, alg: 'none' })}.${payloadPart}`],
  ['an empty alg', unsigned('', signaturePart)],
  ['no alg', unsigned(undefined, signaturePart)],
  ['alg null', unsigned(null, signaturePart)],
  ['an array of algs', unsigned(['ES256'], signaturePart)],

  [
    'HS256 with the public key in PEM',
    hmac('HS256', 'sha256', ourPublic.export({ type: 'spki', format: 'pem' })),
  ],
  [
    'HS256 with the public key in DER',
    hmac('HS256', 'sha256', ourPublic.export({ type: 'spki', format: 'der' })),
  ],
  ['HS256 with the public JWK', hmac('HS256', 'sha256', JSON.stringify(row.publicJwk))],
  ['HS256 with the kid', hmac('HS256', 'sha256', row.id)],
  ['HS256 with an empty key', hmac('HS256', 'sha256', '')],
  [
    'HS512 with the public key in PEM',
    hmac('HS512', 'sha512', ourPublic.export({ type: 'spki', format: 'pem' })),
  ],
  ['RS256 by a key of theirs', signedAs('RS256', 'sha256', rsa)],
  ['EdDSA by a key of theirs', signedAs('EdDSA', null, ed25519)],
  ['ES384 by a key of theirs', signedAs('ES384', 'sha384', p384)],
  ['ES256 on the wrong curve', signedAs('ES256', 'sha256', p384)],
  ['ES256 by a key of theirs', es256(header, claims, theirs)],
  ['ES384 by our key', signedAs('ES384', 'sha384', ours)],

  ['no kid', withHeader({ kid: undefined })],
  ['an unknown kid', withHeader({ kid: 'unknown' })],
  ['an unknown kid, by their key', withHeader({ kid: 'unknown' }, theirs)],
  ['kid null', withHeader({ kid: null })],
  ['an empty kid', withHeader({ kid: '' })],
  ['a kid that climbs out of its folder', withHeader({ kid: '../../../../dev/null' })],
  ['a kid that is SQL', withHeader({ kid: "' or 1=1 --" })],
  ['a kid with U+0000', withHeader({ kid: `${row.id}\0` })],
  ['a kid in an array', withHeader({ kid: [row.id] })],
  ['a kid from the prototype', withHeader({ kid: 'constructor' })],
  ['a kid of 4,000 characters', withHeader({ kid: 'k'.repeat(4000) })],

  ['their key in jwk', withHeader({ jwk: theirJwk }, theirs)],
  ['their key in jwk and no kid', withHeader({ kid: undefined, jwk: theirJwk }, theirs)],
  ['their key at jku', withHeader({ jku: 'https://evil.example.com/jwks.json' }, theirs)],
  ['their certificate at x5u', withHeader({ x5u: 'https://evil.example.com/cert.pem' }, theirs)],
  [
    'their certificate in x5c',
    withHeader(
      { x5c: [createPublicKey(theirs).export({ type: 'spki', format: 'der' }).toString('base64')] },
      theirs,
    ),
  ],
  ['an unknown crit', withHeader({ crit: ['https://example.com/x'], 'https://example.com/x': true })],
  ['an empty crit', withHeader({ crit: [] })],
  ['a crit that is not there', withHeader({ crit: ['b64'] })],
  ['an unencoded payload', withHeader({ crit: ['b64'], b64: false })],
  ['a compressed payload', withHeader({ crit: ['zip'], zip: 'DEF' })],

  ['no typ', withHeader({ typ: undefined })],
  ['typ JWT', withHeader({ typ: 'JWT' })],
  ['typ at+jwt', withHeader({ typ: 'at+jwt' })],
  ['a typ that is a number', withHeader({ typ: 1 })],

  ['no signature', `${headerPart}.${payloadPart}.`],
  ['two parts', `${headerPart}.${payloadPart}`],
  ['the signature twice', `${owner.token}.${signaturePart}`],
  ['an empty fourth part', `${owner.token}.`],
  ['r = s = 0', withSignature(Buffer.alloc(64))],
  ['r = 0', withSignature(Buffer.concat([Buffer.alloc(32), signatureBytes.subarray(32)]))],
  ['r = s = all ones', withSignature(Buffer.alloc(64, 0xff))],
  ['a signature in DER', withSignature(der)],
  ['a signature short of a byte', withSignature(signatureBytes.subarray(0, 63))],
  ['a signature with a byte more', withSignature(Buffer.concat([signatureBytes, Buffer.alloc(1)]))],
  ['the signature of another token', `${headerPart}.${payloadPart}.${bystander.token.split('.')[2]}`],
  ['another payload under the signature', `${headerPart}.${bystander.token.split('.')[1]}.${signaturePart}`],
  ['another header under the signature', `${encode({ ...header, x: 1 })}.${payloadPart}.${signaturePart}`],
  ['padding behind the signature', `${owner.token}==`],
  ['padding behind the payload', `${headerPart}.${payloadPart}=.${signaturePart}`],
  ['padding behind the header', `${headerPart}=.${payloadPart}.${signaturePart}`],
  ['another spelling of the signature', otherSpelling],

  ['no aud', withClaims({ aud: undefined })],
  ['the aud of another service', withClaims({ aud: 'https://example.com/api' })],
  ['the aud of the MCP endpoint', withClaims({ aud: 'http://localhost:4000/mcp' })],
  ['an aud that ours begins with', withClaims({ aud: 'http://localhost:4000' })],
  ['an aud that begins with ours', withClaims({ aud: 'http://localhost:4000/api/' })],
  ['an aud in capitals', withClaims({ aud: 'HTTP://LOCALHOST:4000/API' })],
  ['an empty array for aud', withClaims({ aud: [] })],
  ['no iss', withClaims({ iss: undefined })],
  ['the iss of another service', withClaims({ iss: 'https://example.com' })],
  ['the iss of the OAuth server', withClaims({ iss: 'http://localhost:4000/oauth' })],
  ['an iss in an array', withClaims({ iss: ['http://localhost:4000'] })],

  ['expired, by their key', es256(header, { ...claims, exp: now - 1 }, theirs)],
  ['no exp', withClaims({ exp: undefined })],
  ['an exp that is a text', withClaims({ exp: String(now + 600) })],
  ['an exp that is null', withClaims({ exp: null })],
  ['nbf in the future', withClaims({ nbf: now + 60 })],
  ['an nbf that is a text', withClaims({ nbf: String(now) })],
  ['no nbf', withClaims({ nbf: undefined })],
  ['an iat that is a text', withClaims({ iat: String(now) })],
  ['no iat', withClaims({ iat: undefined })],

  ['the sub of another person', withClaims({ sub: bystander.personId })],
  ['the session of another person', withClaims({ sid: othersClaims['sid'] })],
  ['no sub', withClaims({ sub: undefined })],
  ['a sub that is a number', withClaims({ sub: 1 })],
  ['an empty sub', withClaims({ sub: '' })],
  ['no sid', withClaims({ sid: undefined })],
  ['a sid that is a number', withClaims({ sid: 1 })],
  ['a sid in an array', withClaims({ sid: [claims['sid']] })],
  ['an empty sid', withClaims({ sid: '' })],
  ['an unknown sid', withClaims({ sid: 'ses_01kaf5m2jcexxt5s6f3yq4z8rd' })],
  ['a sid that is SQL', withClaims({ sid: "' or '1'='1" })],

  ['a payload that is no JSON', es256(header, 'hello')],
  ['a payload that is an array', es256(header, [claims])],
  ['a payload that is null', es256(header, 'null')],
  ['a header that is no JSON', es256('hello', claims)],
  ['a JWE of the claims', await encrypt(JSON.stringify(claims))],
  ['a JWE of the token', await encrypt(owner.token)],
  [
    'a JWS of the token',
    await new CompactSign(Buffer.from(owner.token))
      .setProtectedHeader({ alg: 'ES256', kid: row.id, typ: 'session+jwt', cty: 'JWT' })
      .sign(ours),
  ],
  ['a session that was ended', gone.token],
  ['a word', 'token'],
  ['nothing but dots', '..'],
  ['null', 'null'],
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
  it('would pass if it were right in every way', async () => {
    const answer = await t.rest('GET', '/api/developer-portal/me', { as: es256(header, claims) });

    expect(answer).toMatchObject({ status: 200, body: { person: { id: owner.personId } } });
  });

  it.each(forged)('401, the same for each: %s', async (_name, token) => {
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
    ['a refresh token', owner.refreshToken, /^This is a refresh token\. Trade it .* \/api\/auth\/refresh/],
    ['a sandbox key', mintSecret('ak_sandbox').text, /^This is an API key, which works at \/v1\/sandbox\./],
    ['a live key', mintSecret('ak_live').text, /^This is an API key\. Send an access token/],
  ])('401, told what it is from its form alone: %s', async (_name, token, sentence) => {
    const answer = await t.rest('GET', '/api/developer-portal/me', { as: token });

    expect(answer).toMatchObject({ status: 401, body: { code: 'session_invalid' } });
    expect(answer.body.message).toMatch(sentence);
  });

  it.each([
    ['by the secret’s own scheme', 'Basic'],
    ['by no scheme', ''],
    ['by a scheme of its own', 'DPoP'],
  ])('is no bearer token when it is sent %s', async (_how, scheme) => {
    const headers = { authorization: `${scheme} ${owner.token}`.trim() };

    const answer = await t.rest('GET', '/api/developer-portal/me', { headers });

    expect(answer).toMatchObject({ status: 401, body: { code: 'session_missing' } });
  });
});
