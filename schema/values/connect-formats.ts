import { z } from 'zod';
import { readPattern } from './base-url-pattern.ts';
import { line } from './text-formats.ts';
import { isPlainUrl } from './url-formats.ts';

/** A path in an external vault: parts between slashes, none of which is relative. */
export const externalName = line(512).refine(
  (value) => value.split('/').every((part) => part !== '' && !/^\.+$/.test(part)),
  'must be a name such as team/github',
);

export const externalFields = z
  .record(z.string().max(64), z.string().min(1).max(256), 'must be an object with string values')
  .refine((fields) => Object.keys(fields).length <= 5, 'must have at most 5 fields');

/** An origin: scheme, host and port, without a path. */
export const origin = z
  .string()
  .max(300, 'must have at most 300 characters')
  .refine(
    (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && isBare(new URL(value)),
    'must be an origin such as https://vault.example.com:8200',
  );

export const origins = z
  .array(origin)
  .min(1, 'must have at least 1 item')
  .max(2, 'must have at most 2 items');

function isBare({ pathname, search, hash, username, password }: URL): boolean {
  return pathname === '/' && !(search + hash + username + password);
}

/** The URL of a document to fetch. It has no fragment, and no userinfo, which would be a secret. */
export const documentUrl = z
  .string()
  .max(2000, 'must have at most 2000 characters')
  .refine((value) => isPlainUrl(value), 'must be a URL such as https://api.example.com/openapi.json');

const baseUrlPattern = z
  .string()
  .max(500, 'must have at most 500 characters')
  .superRefine((value, found) => {
    const pattern = readPattern(value);
    if ('wrong' in pattern) found.addIssue({ code: 'custom', message: pattern.wrong });
  });

/** Patterns for base addresses of accounts; see `schema/values/base-url-pattern.ts`. */
export const baseUrlPatterns = z.array(baseUrlPattern).max(20, 'must have at most 20 items');

// RFC 6749 §3.3.
const oauthScope = z
  .string()
  .max(200, 'must have at most 200 characters')
  .regex(
    /^[\x21\x23-\x5b\x5d-\x7e]+$/,
    'must be visible ASCII characters without spaces, quotes and backslashes',
  );

export const oauthScopes = z
  .array(oauthScope)
  .max(100, 'must have at most 100 items')
  .refine((scopes) => new Set(scopes).size === scopes.length, 'must not contain a scope twice');

export const oauthParameters = z
  .record(
    z.string().regex(/^[\w.-]{1,64}$/, 'must have names of letters, digits, dots, hyphens and underscores'),
    line(500),
    'must be an object with string values',
  )
  .refine((given) => Object.keys(given).length <= 10, 'must have at most 10 members');

/** An id from `readyMadeConnectors`. */
export const readyMade = line(80);

/** A provider's original description; its consumer limits the size in bytes. */
export const document = z.string().min(1, 'must not be empty');

/** The token for reading a vault. It is sent in a header, so it must be visible ASCII. */
export const vaultToken = z
  .string()
  .max(1024, 'must have at most 1024 characters')
  .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters');
