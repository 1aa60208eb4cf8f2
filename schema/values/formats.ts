import { z } from 'zod';
import { approvalVerdicts } from '../../db/models/approval-decision.ts';
import { readPattern } from './base-url-pattern.ts';
import { requiredMessage } from './errors.ts';
import { redirectFault } from './redirect-uri.ts';
import { storable } from './storable.ts';
import { turnsDirection, visible } from './visible.ts';

/** The formats of input fields, the same for GraphQL inputs and REST bodies. Lengths count UTF-16 units. */

const trimmed = z.string().trim();

const atMost = (max: number, given: z.ZodString) => given.max(max, `must have at most ${max} characters`);

const between = (min: number, max: number, given: z.ZodString) =>
  atMost(max, given.min(min, min === 1 ? 'must not be empty' : `must have at least ${min} characters`));

const stored = (given: z.ZodString) => given.refine(storable, 'must not contain U+0000 or lone surrogates');

const line = (max: number) =>
  between(1, max, trimmed).refine(
    (value) => storable(value) && !/\p{Cc}/u.test(value),
    'must not contain control characters',
  );

export const name = line(80);
export const keyName = line(64);
export const description = stored(atMost(2000, trimmed));
// Another person reads this text next to ours.
const straight = (given: z.ZodString) =>
  given.refine(
    (text) => !turnsDirection(text),
    'must not contain characters that change the writing direction',
  );

/** A text for a decision. The minimum length counts visible characters too. */
const seen = (min: number, given: z.ZodString) =>
  straight(given.min(min, `must have at least ${min} characters`)).refine(
    (text) => text.length < min || visible(text).length >= min,
    `must have at least ${min} visible characters`,
  );

export const reason = straight(stored(atMost(500, trimmed)));
/** The reason of a negative decision, which needs real text. */
export const decisionReason = seen(10, stored(atMost(500, trimmed)));
/** A comment; it keeps its line breaks. */
export const comment = stored(between(1, 2000, trimmed));
export const useCase = stored(between(50, 2000, trimmed));

export const digest = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits');

const verdictOnRequest = z
  .strictObject({
    approvalRequestId: z.string(),
    subjectDigest: digest,
    verdict: z.enum(approvalVerdicts),
    comment: reason.nullish(),
  })
  .superRefine(({ verdict, comment: why }, found) => {
    if (verdict === 'APPROVE') return;
    const issues = decisionReason.safeParse(why).error?.issues ?? [];
    const isMissing = why === undefined || why === null;
    for (const { message } of issues)
      found.addIssue({ code: 'custom', path: ['comment'], message: isMissing ? requiredMessage : message });
  });

export const maxDecisions = 50;

/** Decisions on several requests. A negative one needs a reason of the same format as a single one. */
export const decisions = z
  .array(verdictOnRequest)
  .min(1, 'must have at least 1 item')
  .max(maxDecisions, `must have at most ${maxDecisions} items`)
  .superRefine((items, found) => {
    const ids = items.map(({ approvalRequestId }) => approvalRequestId);
    for (const [index, id] of ids.entries())
      if (ids.indexOf(id) < index)
        found.addIssue({ code: 'custom', path: [index, 'approvalRequestId'], message: 'appears twice' });
  });

/** An event type, or a pattern for all types with a prefix: `approval.requested`, `approval.*`. */
const eventPattern = z
  .string()
  .max(80)
  .regex(/^[a-z_]+(\.[a-z_]+)*(\.\*)?$/, 'must be a type or a beginning such as approval.*');
export const eventPatterns = z
  .array(eventPattern)
  .min(1, 'must have at least 1 item')
  .max(20, 'must have at most 20 items');

/** Ids of a filter. */
export const filterIds = z
  .array(z.string())
  .max(50, 'must have at most 50 items')
  .refine((ids) => new Set(ids).size === ids.length, 'must not contain an id twice');

/** For how long the previous secret still signs. */
export const graceSeconds = z.int().min(0, 'must be at least 0').max(604_800, 'must be at most 604800');

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

/** The URL for webhook deliveries. */
export const webhookUrl = z
  .string()
  .max(2000, 'must have at most 2000 characters')
  .refine((value) => isPlainUrl(value), 'must be a URL such as https://example.com/webhooks');

const redirectUri = z
  .string()
  .max(2048, 'must have at most 2048 characters')
  .superRefine((value, found) => {
    const fault = redirectFault(value);
    if (fault !== null) found.addIssue(fault);
  });

export const redirectUris = z
  .array(redirectUri)
  .min(1, 'must have at least one item')
  .max(10, 'must have at most 10 items')
  .refine((uris) => new Set(uris).size === uris.length, 'must not contain a URL twice');

function isPlainUrl(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && !(url.hash + url.username + url.password);
}

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

/** RFC 6901. */
export const pointer = z
  .string()
  .max(200, 'must have at most 200 characters')
  .regex(/^(?:\/(?:[^~/]|~[01])*)*$/, 'must be a JSON pointer such as /id')
  .refine(storable, 'must not contain U+0000 or lone surrogates');

/** A selection: an opaque text from the server. */
export const selection = z
  .string()
  .max(2000, 'must have at most 2000 characters')
  .regex(/^sel_[\w-]+$/, 'must be a selection (`sel_…`) from the description of a capability');

/** The reason for marking a tool as a read, for the reviewers. */
export const readReason = seen(10, line(500));

/** An agent's reason for a request, for the approvers. */
export const purpose = straight(line(500));
/** For how many minutes a tool call waits for its decision. */
export const waitingMinutes = z.int().min(1, 'must be at least 1').max(1440, 'must be at most 1440');

export const capabilityArguments = z.record(z.string(), z.unknown(), 'must be an object');

/** The allowed values of an argument in an MCP grant. */
export const limitValues = z
  .array(
    z.union(
      [stored(atMost(1000, z.string())), z.number(), z.boolean(), z.null()],
      'must not be a list or an object',
    ),
    'must be a list',
  )
  .min(1, 'must have at least 1 value')
  .max(100, 'must have at most 100 values');
export const limitLength = z.int().min(0, 'must be at least 0').max(100_000, 'must be at most 100000');
export const limitPattern = stored(between(1, 200, z.string()));

/** How much of an answer's schema to describe. */
export const describedOutput = z.union(
  [z.enum(['summary', 'full']), pointer],
  'must be summary, full or a JSON pointer such as /items/owner',
);

/** The parts of an answer to return. */
export const fields = z
  .array(pointer, 'must be a list of JSON pointers')
  .min(1, 'must have at least 1 pointer')
  .max(50, 'must have at most 50 pointers');

export const pageCursor = z
  .string()
  .max(4000, 'must have at most 4000 characters')
  .regex(/^pag_[\w-]+$/, 'must be a cursor (`pag_…`) from the previous page');

export const rowLimit = z.int().min(1, 'must be at least 1').max(1000, 'must be at most 1000');

/** The text of a search. */
export const searchQuery = stored(atMost(200, trimmed));

/** An id from `readyMadeConnectors`. */
export const readyMade = line(80);

/** A provider's original description; its consumer limits the size in bytes. */
export const document = z.string().min(1, 'must not be empty');

/** The token for reading a vault. It is sent in a header, so it must be visible ASCII. */
export const vaultToken = z
  .string()
  .max(1024, 'must have at most 1024 characters')
  .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters');

export const labels = z.array(line(80)).max(20, 'must have at most 20 items');

/** A list of ids of a kind that does not exist yet, so it must be empty. */
const noneYet = (noun: string) =>
  z.array(z.string()).superRefine((items, found) => {
    for (const index of items.keys())
      found.addIssue({
        code: 'custom',
        path: [index],
        message: `is not a known ${noun}: none exists yet. Leave it out`,
      });
  });

export const requestedProducts = noneYet('API product');
export const evidenceReceiptIds = noneYet('receipt');

export const email = z
  .email('must be an e-mail address such as ada@example.com')
  .max(254, 'must have at most 254 characters');

// NIST SP 800-63B §3.1.1: at least 8 characters, no rules of composition; the upper bound keeps hashing cheap.
export const password = stored(between(8, 256, z.string()));

/** A credential that is only compared, so it has only a maximum length. */
export const attempt = atMost(1024, z.string());

/** A client assertion; with RSA 4096 it has about 1,100 characters. */
export const assertion = atMost(4096, z.string());

// RFC 7518 §6.2.2, §6.3.2, §6.4: the members of private and shared keys.
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

export const publicJwk = z
  .record(z.string(), z.unknown(), 'must be a public key as a JSON Web Key')
  .refine(
    (jwk) => !privateMembers.some((member) => Object.hasOwn(jwk, member)),
    'contains a private key. The server stored nothing. Create another key pair, and send only the public key',
  );

export const ip = z.union([z.ipv4(), z.ipv6()], 'must be an IPv4 or IPv6 address');

export const keyScopes = z
  .array(z.enum(['read', 'write']))
  .min(1, 'must name at least one scope: read, write or both')
  .refine((scopes) => new Set(scopes).size === scopes.length, 'must not contain a scope twice');

export const graceHours = z.int().min(1, 'must be at least 1').max(168, 'must be at most 168');

/** RFC 3339. Times before 1970 are rejected as mistakes. */
export const moment = z.iso
  .datetime({ offset: true, error: 'must be a timestamp such as 2026-11-20T09:00:00.000Z' })
  // An invalid timestamp gives NaN here, so only the format reports it.
  .refine((value) => !(Date.parse(value) < 0), 'must be a timestamp from 1970 on');

export const date = z.iso.date('must be a date such as 2027-06-30');

export const echoMessage = z
  .string()
  .min(1, 'must have at least 1 character')
  .max(10_000, 'must have at most 10000 characters');
export const echoReference = atMost(255, z.string());
