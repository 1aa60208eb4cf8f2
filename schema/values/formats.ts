import { z } from 'zod';
import { approvalVerdicts } from '../../db/models/approval-decision.ts';
import { requiredMessage } from './errors.ts';
import { storable } from './storable.ts';
import { line, stored, atMost, trimmed, straight, seen, between } from './text-formats.ts';

/** The formats of input fields, the same for GraphQL inputs and REST bodies. Lengths count UTF-16 units. */

export const name = line(80);

export const keyName = line(64);

export const description = stored(atMost(2000, trimmed));

export const reason = straight(stored(atMost(500, trimmed)));

/** The reason of a negative decision, which needs real text. */
export const decisionReason = seen(10, stored(atMost(500, trimmed)));

/** A comment; it keeps its line breaks. */
export const comment = stored(between(1, 2000, trimmed));

/** The text of a search by name. */
export const searchText = line(200);

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

/** RFC 6901. */
export const pointer = z
  .string()
  .max(200, 'must have at most 200 characters')
  .regex(/^(?:\/(?:[^~/]|~[01])*)*$/, 'must be a JSON pointer such as /id')
  .refine(storable, 'must not contain U+0000 or lone surrogates');

export const labels = z.array(line(80)).max(20, 'must have at most 20 items');

const isWithoutRepetition = (items: readonly string[]) => new Set(items).size === items.length;

/** The slug and the major version of an API product. */
export const majorName = z
  .string()
  .regex(/^[a-z0-9-]{2,40}@v[1-9]\d{0,3}$/, 'must be a slug and a major version, such as shop@v1');

export const requestedProducts = z
  .array(majorName)
  .max(50, 'must have at most 50 items')
  .refine(isWithoutRepetition, 'must not repeat an item');

export const evidenceReceiptIds = z
  .array(z.string())
  .max(100, 'must have at most 100 items')
  .refine(isWithoutRepetition, 'must not repeat an item');

/** A signed receipt of the sandbox has about 1,000 characters. */
export const receipt = atMost(4096, z.string());

export const email = z
  .email('must be an e-mail address such as ada@example.com')
  .max(254, 'must have at most 254 characters');

// NIST SP 800-63B §3.1.1: at least 8 characters, no rules of composition; the upper bound keeps hashing cheap.
export const passwordLength = { min: 8, max: 256 } as const;
export const password = stored(between(passwordLength.min, passwordLength.max, z.string()));

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
