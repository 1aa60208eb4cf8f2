import canonicalize from 'canonicalize';
import { z } from 'zod';
import type { CredentialKind } from '../../../db/models/credential-reference.ts';
import type { Context } from '../../kernel/context.ts';
import { missing, validationFailed } from '../../values/errors.ts';
import { storable } from '../../values/storable.ts';
import { partsIn, type Parts } from './parts.ts';

const maxLength = 8192;

const value = (words: string, test: (text: string) => boolean) =>
  z
    .string(words)
    .max(maxLength, `must have at most ${maxLength} characters`)
    .refine((text) => storable(text) && test(text), words);

// RFC 9110 §5.5: visible characters, with spaces and tabs only between them.
const isFieldValue = (text: string) => /^[\x21-\x7e]+(?:[ \t]+[\x21-\x7e]+)*$/.test(text);
const hasNoControls = (text: string) => /^\P{Cc}+$/u.test(text);

const fieldValue = value('must be a string of visible ASCII characters', isFieldValue);
const line = value('must be a string without control characters', hasNoControls);
// RFC 7617 §2: the first colon ends the user name.
const userName = value(
  'must be a string without a colon and control characters',
  (text) => hasNoControls(text) && !text.includes(':'),
);

// Headers that control the routing, type or length of a message. RFC 9110 §5.6.2 defines the names.
const ofTheConnection =
  /^(?:host|connection|content-.*|cookie|expect|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i;
const headers = z
  .record(z.string(), fieldValue, 'must be an object of header names and values')
  .refine(
    (given) => Object.keys(given).every((name) => /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/.test(name)),
    'must have valid header names',
  )
  .refine(
    (given) => !Object.keys(given).some((name) => ofTheConnection.test(name)),
    'must not be a header that controls the routing, type or length of a message',
  )
  .refine((given) => [1, 2, 3, 4, 5].includes(Object.keys(given).length), 'must have 1 to 5 headers');

const exactly = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, `must be an object with only ${Object.keys(shape).join(' and ')}`);

const shapes = {
  API_KEY: exactly({ apiKey: fieldValue }),
  BEARER: exactly({ token: fieldValue }),
  BASIC: exactly({ username: userName, password: line }),
  OAUTH2_CLIENT: exactly({ clientId: line, clientSecret: line.optional() }),
  CUSTOM: exactly({ headers }),
  OAUTH2_TOKENS: exactly({ accessToken: fieldValue, refreshToken: fieldValue.nullable() }),
} satisfies Record<CredentialKind, z.ZodObject>;

/**
 * An opened secret of a provider, with a kind or named parts. It exists only during the call that needs it.
 */
export type Secret =
  | { [Kind in CredentialKind]: { kind: Kind } & z.output<(typeof shapes)[Kind]> }[CredentialKind]
  | { kind: 'PARTS'; parts: Parts };

/** Returns the names of the parts of a secret of this kind. */
export function partsOf(kind: CredentialKind): string[] {
  return Object.keys(shapes[kind].shape);
}

/** Validates a secret of the kind. Throws `validation_failed`, which contains no value of the input. */
export function readSecret(kind: CredentialKind, given: unknown, pointer = '/secret'): Secret {
  const parsed = shapes[kind].safeParse(given);
  if (parsed.success) return { kind, ...parsed.data } as Secret;
  const parts = partsOf(kind);
  throw validationFailed(
    parsed.error.issues.map(({ path: [part], message }) => {
      if (typeof part !== 'string' || !parts.includes(part)) return { pointer, code: 'invalid', message };
      const isMissing = (given as Record<string, unknown>)[part] === undefined;
      return isMissing
        ? missing(`${pointer}/${part}`)
        : { pointer: `${pointer}/${part}`, code: 'invalid', message };
    }),
  );
}

/** Validates named parts, each a string or a user name with a password. Throws `validation_failed`. */
export function readParts(given: unknown, pointer = '/parts'): Secret {
  const read = partsIn(given, pointer, { text: fieldValue, pair: shapes.BASIC });
  if ('findings' in read) throw validationFailed(read.findings);
  return { kind: 'PARTS', parts: read.parts };
}

/** Reads a sealed secret of the reference’s kind. CUSTOM stores either headers or named parts. */
export function readSealed(kind: CredentialKind, sealed: unknown): Secret {
  const isOfParts = kind === 'CUSTOM' && typeof sealed === 'object' && sealed !== null && 'parts' in sealed;
  return isOfParts ? readParts(sealed.parts) : readSecret(kind, sealed);
}

/** Returns eight hexadecimal digits that distinguish values and, without the master key, reveal nothing. */
export function fingerprintOf(ctx: Pick<Context, 'keyedHash'>, workspaceId: string, secret: Secret): string {
  const text = `${workspaceId} ${canonicalize(secret)}`;
  return ctx.keyedHash('credential fingerprint', text).toString('hex', 0, 4);
}
