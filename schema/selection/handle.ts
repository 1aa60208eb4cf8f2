import { UnsealError } from '../../db/envelope.ts';
import type { Capability, CapabilityMode } from '../../db/models/capability.ts';
import { canBeMember, subjectOf, type McpCaller, type MemberCaller } from '../access/caller.ts';
import type { Context } from '../context.ts';
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
  /** Of an outside agent: the version of an MCP server that offers it. */
  versionId: string | null;
  /** Over all that the description said of it, in hexadecimal digits. */
  digest: string;
  mode: CapabilityMode;
  bounds: CallBounds;
  /** Milliseconds since 1970. */
  expires: number;
}

/** Through what, and how much. */
interface Chosen {
  connectionId: string;
  versionId?: string | null;
  bounds: CallBounds;
}

/** A selection as a text that only we read, and that nobody changes. */
export function mintSelection(
  ctx: Context,
  capability: Capability,
  { connectionId, versionId = null, bounds }: Chosen,
): { selection: string; expiresAt: Date } {
  const expiresAt = secondsAfter(ctx.clock.now(), selectionMinutes * 60);
  const selected: Selection = {
    subject: subjectOf(callerOf(ctx)),
    workspaceId: ctx.workspaceId,
    connectionId,
    capabilityId: capability.id,
    versionId,
    digest: capability.digest.toString('hex'),
    mode: capability.mode,
    bounds,
    expires: expiresAt.getTime(),
  };
  const sealed = sealJson(ctx.sealing, place, selected);
  return { selection: prefix + sealed.toString('base64url'), expiresAt };
}

/**
 * What the text stands for. Throws `selection_stale` unless it is the caller’s own, of the capability where one is named,
 * unchanged and in time.
 */
export function readSelection(ctx: Context, text: string, capabilityId?: string | null): Selection {
  const selected = opened(ctx, text);
  const isOwn = selected.subject === subjectOf(callerOf(ctx)) && selected.workspaceId === ctx.workspaceId;
  if (!isOwn) throw stale('It is not one of yours in this workspace.');
  if (capabilityId && selected.capabilityId !== capabilityId) throw stale('It is of another capability.');
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

function callerOf({ caller }: Context): MemberCaller | McpCaller {
  if (caller.kind === 'MCP' || canBeMember(caller)) return caller;
  throw new Error('A selection was reached by nobody known.');
}

/** The version of an agent's selection. */
export function demandVersion({ versionId }: Selection): string {
  if (versionId === null) throw stale('It is none of an agent’s.');
  return versionId;
}

/** Throws `selection_stale` where the capability is not what was looked at. */
export function demandUnchanged(
  { digest, mode }: Pick<Selection, 'digest' | 'mode'>,
  capability: Capability | undefined,
): Capability {
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
