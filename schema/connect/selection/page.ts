import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import canonicalize from 'canonicalize';
import { UnsealError } from '../../../db/envelope.ts';
import type { Context } from '../../kernel/context.ts';
import { refuse, type Refusal } from '../../values/errors.ts';
import type { CapabilityAnswer } from '../gateway/call.ts';
import { turnedBy, type NextPage } from '../gateway/next-page.ts';
import { sealJson, unsealJson } from '../../kernel/sealed.ts';
import { secondsAfter } from '../../values/time.ts';
import type { Selection } from './selection.ts';

/** The answer to a read, with the cursor of the next page. */
export interface PagedAnswer extends CapabilityAnswer {
  nextCursor: string | null;
}

/** The input of a read, the same for every page. */
interface Said {
  arguments: Arguments;
  fields: Fields;
}

/**
 * The position of a page: the changed arguments for the provider’s page, and how many of its rows to skip.
 */
interface Place {
  turn: NextPage;
  skip: number;
}

type Fields = readonly string[] | null | undefined;

interface Page extends Place {
  /** The `fields` of a read that skips rows, since other fields may change which rows there are. */
  fields: readonly string[] | null;
  /** Milliseconds since 1970. */
  expires: number;
}

type Of = Pick<
  Selection,
  'subject' | 'workspaceId' | 'connectionId' | 'capabilityId' | 'versionId' | 'digest'
>;
type Arguments = Readonly<Record<string, unknown>>;

/** How long a cursor is valid. */
const cursorMinutes = 15;
const prefix = 'pag_';

/**
 * Returns the answer with a cursor for what follows: the rows that did not fit (up to `mostRows`), otherwise
 * the provider’s next page. The cursor works for the same caller, capability, connection, arguments and
 * fields.
 */
export function paged(
  ctx: Context,
  of: Of,
  said: Said,
  { place, answer, mostRows = Infinity }: { place: Place; answer: CapabilityAnswer; mostRows?: number },
): PagedAnswer {
  const next = restOf(place, answer, mostRows) ?? afterPage(place, answer);
  if (!next) return { ...answer, nextCursor: null };
  const expires = secondsAfter(ctx.clock.now(), cursorMinutes * 60).getTime();
  const page: Page = { ...next, expires, fields: next.skip > 0 ? (said.fields ?? null) : null };
  const sealed = sealJson(ctx.sealing, nameOf(of, said.arguments), page);
  return { ...answer, nextCursor: prefix + sealed.toString('base64url') };
}

// Skips a row that does not fit even alone; `cut` reports it.
function restOf({ turn, skip }: Place, { cut }: CapabilityAnswer, mostRows: number): Place | null {
  if (!cut || cut.pointer === null) return null;
  const seen = skip + Math.max(cut.shown, 1);
  return seen < Math.min(cut.of, mostRows) ? { turn, skip: seen } : null;
}

function afterPage({ turn }: Place, { next }: CapabilityAnswer): Place | null {
  return next && { turn: [...turn, ...next], skip: 0 };
}

/** Returns the cursor’s position and arguments; without a cursor, the beginning. Throws `invalid_cursor`. */
export function placeAt(
  ctx: Context,
  of: Of,
  said: Said,
  cursor: string | null | undefined,
): { place: Place; arguments: Record<string, unknown> } {
  if (typeof cursor !== 'string') return { place: { turn: [], skip: 0 }, arguments: { ...said.arguments } };
  const { expires, fields, ...place } = opened(ctx, nameOf(of, said.arguments), cursor);
  if (expires <= ctx.clock.now().getTime()) throw invalid('It is older than 15 minutes.');
  if (place.skip > 0 && !isDeepStrictEqual(fields, said.fields ?? null))
    throw invalid('Send it with the `fields` of the previous read.');
  return { place, arguments: turnedBy(place.turn, said.arguments) };
}

function opened({ sealing }: Context, name: string, cursor: string): Page {
  try {
    return unsealJson(sealing, name, Buffer.from(cursor.slice(prefix.length), 'base64url')) as Page;
  } catch (cause) {
    if (!(cause instanceof UnsealError)) throw cause;
    throw invalid('Send it with the same capability, connection and arguments as the previous read.', cause);
  }
}

// The seal is bound to this name, so the cursor need not contain its subject.
function nameOf(of: Of, args: Arguments): string {
  const { subject, workspaceId, connectionId, capabilityId, versionId, digest } = of;
  const said =
    canonicalize([subject, workspaceId, connectionId, capabilityId, versionId, digest, args]) ?? '';
  return `page ${createHash('sha256').update(said).digest('hex')}`;
}

function invalid(why: string, cause?: unknown): Refusal {
  return refuse('invalid_cursor', `This cursor is not valid. ${why} Otherwise read again without it.`, {
    cause,
  });
}
