import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  type KeyObject,
} from 'node:crypto';
import { CompactEncrypt, CompactSign } from 'jose';
import { sealingBy } from '../../db/envelope.ts';
import { SigningKey } from '../../db/models/signing-key.ts';
import type { TestApp } from './app.ts';

type Json = Record<string, unknown>;

export interface Forger {
  header: Json;
  claims: Json;
  /** Signs a token with ES256, by default with our key. */
  es256: (head: unknown, payload: unknown, key?: KeyObject) => string;
  withHeader: (change: Json) => string;
  withClaims: (change: Json) => string;
  /** Forgeries for any kind of token, each with exactly one fault. */
  forged: [name: string, token: string][];
}

/**
 * Creates forgeries with our own private key, so that each one has only one reason for rejection. The first
 * token is valid, and so is the other, which belongs to a different person.
 */
export async function forgerOf(t: TestApp, token: string, other: string): Promise<Forger> {
  const row = await SigningKey.query(t.ports.database.knex).findOne({ purpose: 'SESSION' }).throwIfNotFound();
  const sealed = sealingBy(t.secrets.masterKey).unseal(row.sealedPrivateJwk, `signing_key:${row.id}`);
  const ours = createPrivateKey({ key: JSON.parse(sealed.toString()), format: 'jwk' });
  const ourPublic = createPublicKey(ours);
  const theirs = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const theirJwk = createPublicKey(theirs).export({ format: 'jwk' });
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const ed25519 = generateKeyPairSync('ed25519').privateKey;
  const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey;

  const [headerPart = '', payloadPart = '', signaturePart = ''] = token.split('.');
  const header: Json = JSON.parse(Buffer.from(headerPart, 'base64url').toString());
  const claims: Json = JSON.parse(Buffer.from(payloadPart, 'base64url').toString());
  const typ = String(header['typ']);
  const now = t.clock.now().getTime() / 1000;

  const encode = (part: unknown) =>
    Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');

  const es256 = (head: unknown, payload: unknown, key: KeyObject = ours): string => {
    const input = `${encode(head)}.${encode(payload)}`;
    return `${input}.${sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
  };

  const withHeader = (change: Json, key = ours) => es256({ ...header, ...change }, claims, key);
  const withClaims = (change: Json) => es256(header, { ...claims, ...change });

  const hmac = (alg: string, hash: string, secret: string | Buffer): string => {
    const input = `${encode({ ...header, alg })}.${payloadPart}`;
    return `${input}.${createHmac(hash, secret).update(input).digest('base64url')}`;
  };

  const signedAs = (alg: string, hash: string | null, key: KeyObject): string => {
    const input = `${encode({ ...header, alg })}.${payloadPart}`;
    return `${input}.${sign(hash, Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
  };

  const unsigned = (alg: unknown, signature = '') =>
    `${encode({ ...header, alg })}.${payloadPart}.${signature}`;
  const withSignature = (bytes: Buffer) => `${headerPart}.${payloadPart}.${bytes.toString('base64url')}`;
  const der = sign('sha256', Buffer.from(`${headerPart}.${payloadPart}`), { key: ours, dsaEncoding: 'der' });
  const signatureBytes = Buffer.from(signaturePart, 'base64url');

  // The last base64url character of 64 bytes has four unused bits.
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const otherSpelling = `${token.slice(0, -1)}${alphabet[alphabet.indexOf(token.at(-1) ?? '') + 1]}`;

  const secretKey = Buffer.alloc(32, 1);
  const encrypt = async (text: string) =>
    await new CompactEncrypt(Buffer.from(text))
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', typ, cty: 'JWT' })
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
  ['a typ that is a number', withHeader({ typ: 1 })],

  ['no signature', `${headerPart}.${payloadPart}.`],
  ['two parts', `${headerPart}.${payloadPart}`],
  ['the signature twice', `${token}.${signaturePart}`],
  ['an empty fourth part', `${token}.`],
  ['r = s = 0', withSignature(Buffer.alloc(64))],
  ['r = 0', withSignature(Buffer.concat([Buffer.alloc(32), signatureBytes.subarray(32)]))],
  ['r = s = all ones', withSignature(Buffer.alloc(64, 0xff))],
  ['a signature in DER', withSignature(der)],
  ['a signature short of a byte', withSignature(signatureBytes.subarray(0, 63))],
  ['a signature with a byte more', withSignature(Buffer.concat([signatureBytes, Buffer.alloc(1)]))],
  ['the signature of another token', `${headerPart}.${payloadPart}.${other.split('.')[2]}`],
  ['another payload under the signature', `${headerPart}.${other.split('.')[1]}.${signaturePart}`],
  ['another header under the signature', `${encode({ ...header, x: 1 })}.${payloadPart}.${signaturePart}`],
  ['padding behind the signature', `${token}==`],
  ['padding behind the payload', `${headerPart}.${payloadPart}=.${signaturePart}`],
  ['padding behind the header', `${headerPart}=.${payloadPart}.${signaturePart}`],
  ['another spelling of the signature', otherSpelling],

  ['no aud', withClaims({ aud: undefined })],
  ['the aud of another service', withClaims({ aud: 'https://example.com/api' })],
  ['an empty array for aud', withClaims({ aud: [] })],
  ['no iss', withClaims({ iss: undefined })],
  ['the iss of another service', withClaims({ iss: 'https://example.com' })],

  ['expired, by their key', es256(header, { ...claims, exp: now - 1 }, theirs)],
  ['no exp', withClaims({ exp: undefined })],
  ['an exp that is a text', withClaims({ exp: String(now + 600) })],
  ['an exp that is null', withClaims({ exp: null })],
  ['nbf in the future', withClaims({ nbf: now + 60 })],
  ['an nbf that is a text', withClaims({ nbf: String(now) })],
  ['no nbf', withClaims({ nbf: undefined })],
  ['an iat that is a text', withClaims({ iat: String(now) })],
  ['no iat', withClaims({ iat: undefined })],

  ['no sub', withClaims({ sub: undefined })],
  ['a sub that is a number', withClaims({ sub: 1 })],
  ['an empty sub', withClaims({ sub: '' })],

  ['a payload that is no JSON', es256(header, 'hello')],
  ['a payload that is an array', es256(header, [claims])],
  ['a payload that is null', es256(header, 'null')],
  ['a header that is no JSON', es256('hello', claims)],
  ['a JWE of the claims', await encrypt(JSON.stringify(claims))],
  ['a JWE of the token', await encrypt(token)],
  [
    'a JWS of the token',
    await new CompactSign(Buffer.from(token))
      .setProtectedHeader({ alg: 'ES256', kid: row.id, typ, cty: 'JWT' })
      .sign(ours),
  ],
  ['a word', 'token'],
  ['nothing but dots', '..'],
  ['null', 'null'],
];
  return { header, claims, es256, withHeader, withClaims, forged };
}
