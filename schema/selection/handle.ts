import { UnsealError } from '../../db/envelope.ts';
import type { Capability, CapabilityMode } from '../../db/models/capability.ts';
import type { Connection } from '../../db/models/connection.ts';
import { subjectOf } from '../access/caller.ts';
import { knownOf, type Context } from '../context.ts';
import { refuse, type Refusal } from '../errors.ts';
import type { CallBounds } from '../gateway/provider.ts';
import { sealJson, unsealJson } from '../sealed.ts';
import { secondsAfter } from '../time.ts';

/** How long what was described may be run as it was described. */
const selectionMinutes = 15;
const prefix = 'sel_';
const place = 'selection';

/** What somebody has looked at and may now run. It says what is meant, and never that it is allowed. */
export interface Selection {
  /** Who looked, and in which workspace. */
  subject: string;
  workspaceId: string | null;
  connectionId: string;
  capabilityId: string;
  /** Over all that the description said of it, in hexadecimal digits. */
  digest: string;
  mode: CapabilityMode;
  bounds: CallBounds;
  /** Milliseconds since 1970. */
  expires: number;
}

/** A selection as a text that only we read, and that nobody changes. */
export function mintSelection(
  ctx: Context,
  capability: Capability,
  { connection, bounds }: { connection: Connection; bounds: CallBounds },
): { selection: string; expiresAt: Date } {
  const expiresAt = secondsAfter(ctx.clock.now(), selectionMinutes * 60);
  const selected: Selection = {
    subject: subjectOf(knownOf(ctx)),
    workspaceId: ctx.workspaceId,
    connectionId: connection.id,
    capabilityId: capability.id,
    digest: capability.digest.toString('hex'),
    mode: capability.mode,
    bounds,
    expires: expiresAt.getTime(),
  };
  const sealed = sealJson(ctx.sealing, place, selected);
  return { selection: prefix + sealed.toString('base64url'), expiresAt };
}

/** What the text stands for. Throws `selection_stale` unless it is the caller’s own, unchanged and in time. */
export function readSelection(ctx: Context, text: string): Selection {
  const selected = opened(ctx, text);
  const isOwn = selected.subject === subjectOf(knownOf(ctx)) && selected.workspaceId === ctx.workspaceId;
  if (!isOwn) throw stale('It is not one of yours in this workspace.');
  if (selected.expires <= ctx.clock.now().getTime())
    throw stale(`It was made more than ${selectionMinutes} minutes ago.`);
  return selected;
}

function opened({ sealing }: Context, text: string): Selection {
  try {
    return unsealJson(sealing, place, Buffer.from(text.slice(prefix.length), 'base64url')) as Selection;
  } catch (cause) {
    if (!(cause instanceof UnsealError)) throw cause;
    throw stale('It is none of ours, or was changed.', cause);
  }
}

/** Throws `selection_stale` where the capability is not what was looked at. */
export function demandUnchanged({ digest, mode }: Selection, capability: Capability | undefined): Capability {
  if (!capability || capability.removedAt)
    throw stale('Its provider does not describe the capability any more.');
  if (capability.digest.toString('hex') !== digest || capability.mode !== mode)
    throw stale('The capability is described in another way since.');
  return capability;
}

function stale(why: string, cause?: unknown): Refusal {
  return refuse('selection_stale', `This selection is not valid. ${why} Describe the capability again.`, {
    cause,
  });
}
