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

/** What a read was answered, with how it goes on. */
export interface PagedAnswer extends CapabilityAnswer {
  nextCursor: string | null;
}

/** What a read asks for, whichever page. */
interface Said {
  arguments: Arguments;
  fields: Fields;
}

/** Which part of all that is there a read gives: what answers to these other arguments, behind its first rows. */
interface Place {
  turn: NextPage;
  skip: number;
}

type Fields = readonly string[] | null | undefined;

interface Page extends Place {
  /** With other fields other rows may be meant; null where none are passed over. */
  fields: readonly string[] | null;
  /** Milliseconds since 1970. */
  expires: number;
}

type Of = Pick<
  Selection,
  'subject' | 'workspaceId' | 'connectionId' | 'capabilityId' | 'versionId' | 'digest'
>;
type Arguments = Readonly<Record<string, unknown>>;

/** How long a page may be asked for after the one before it. */
const cursorMinutes = 15;
const prefix = 'pag_';

/**
 * The answer with a cursor to what comes next, for the same caller, capability, connection, arguments and fields: the rows of
 * this page that had no room, of so many at most, else the provider's next page.
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

// A row that has no room even alone is passed over: `cut` tells of it.
function restOf({ turn, skip }: Place, { cut }: CapabilityAnswer, mostRows: number): Place | null {
  if (!cut || cut.pointer === null) return null;
  const seen = skip + Math.max(cut.shown, 1);
  return seen < Math.min(cut.of, mostRows) ? { turn, skip: seen } : null;
}

function afterPage({ turn }: Place, { next }: CapabilityAnswer): Place | null {
  return next && { turn: [...turn, ...next], skip: 0 };
}

/** The place that the cursor stands for, with the arguments there; without one the beginning. Throws `invalid_cursor`. */
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

// The cursor opens under this name alone, so it need not hold what it is for.
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
