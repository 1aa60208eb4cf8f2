import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { UnsealError } from '../../db/envelope.ts';
import type { Context } from '../context.ts';
import { refuse, type Refusal } from '../errors.ts';
import type { CapabilityAnswer } from '../gateway/call.ts';
import { turnedBy, type NextPage } from '../gateway/next-page.ts';
import { sealJson, unsealJson } from '../sealed.ts';
import { secondsAfter } from '../time.ts';
import type { Selection } from './selection.ts';

/** What a read was answered, with how it goes on. */
export interface PagedAnswer extends CapabilityAnswer {
  nextCursor: string | null;
}

interface Page {
  next: NextPage;
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

/** The answer with a cursor to its next page, for the same caller, capability, connection and arguments. */
export function paged(ctx: Context, of: Of, args: Arguments, answer: CapabilityAnswer): PagedAnswer {
  const { next } = answer;
  if (!next) return { ...answer, nextCursor: null };
  const expires = secondsAfter(ctx.clock.now(), cursorMinutes * 60).getTime();
  const page: Page = { next, expires };
  const sealed = sealJson(ctx.sealing, placeOf(of, args), page);
  return { ...answer, nextCursor: prefix + sealed.toString('base64url') };
}

/** The arguments of the page that the cursor stands for; without one as they are. Throws `invalid_cursor`. */
export function argumentsAt(
  ctx: Context,
  of: Of,
  args: Arguments,
  cursor: string | null | undefined,
): Record<string, unknown> {
  if (typeof cursor !== 'string') return { ...args };
  const { next, expires } = opened(ctx, placeOf(of, args), cursor);
  if (expires <= ctx.clock.now().getTime()) throw invalid('It is older than 15 minutes.');
  return turnedBy(next, args);
}

function opened({ sealing }: Context, place: string, cursor: string): Page {
  try {
    return unsealJson(sealing, place, Buffer.from(cursor.slice(prefix.length), 'base64url')) as Page;
  } catch (cause) {
    if (!(cause instanceof UnsealError)) throw cause;
    throw invalid(
      'Send it with the capability, the connection and the arguments that it was given for.',
      cause,
    );
  }
}

// The cursor opens under this name alone, so it need not hold what it is for.
function placeOf(of: Of, args: Arguments): string {
  const { subject, workspaceId, connectionId, capabilityId, versionId, digest } = of;
  const said =
    canonicalize([subject, workspaceId, connectionId, capabilityId, versionId, digest, args]) ?? '';
  return `page ${createHash('sha256').update(said).digest('hex')}`;
}

function invalid(why: string, cause?: unknown): Refusal {
  return refuse('invalid_cursor', `This cursor is not valid. ${why} Else read again without it.`, { cause });
}
