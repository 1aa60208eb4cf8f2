import { timingSafeEqual } from 'node:crypto';
import type { CalledCapability } from '../../../db/models/capability.ts';
import { canBeMember, subjectOf, type McpCaller, type MemberCaller } from '../../kernel/access/caller.ts';
import type { Context } from '../../kernel/context.ts';
import { refuse, type Refusal } from '../../values/errors.ts';
import { openedLong } from './long-text.ts';
import type { Selectable, Selection } from './selection.ts';
import { endsOf, markOf, parsed, textOf, type SelectionText } from './text.ts';

/** How long a selection is valid. */
const selectionMinutes = 15;
/** The length of a selection in characters. The previous version wrote longer ones. */
const length = 40;

// The mark proves a match and nothing else, so the server cannot distinguish these cases.
const unknown =
  'It was not copied exactly, it belongs to another caller, or its subject has changed or is no longer granted.';

/** Finds the caller’s capabilities whose ids, and whose connections’ ids, end with these characters. */
export type Among = (ends: ReturnType<typeof endsOf>) => Promise<Selectable[]>;

/** The connection, the MCP server version if any, and the row limit of a selection. */
interface Chosen {
  connectionId: string;
  versionId?: string | null;
  rows: number;
}

/**
 * Returns a selection as a short text. The server stores nothing for it, and nobody else can forge its mark.
 */
export function mintSelection(
  ctx: Context,
  { id: capabilityId, digest, mode }: Pick<CalledCapability, 'id' | 'digest' | 'mode'>,
  { connectionId, versionId = null, rows }: Chosen,
): { selection: string; expiresAt: Date } {
  const expires = Math.floor(ctx.clock.now().getTime() / 1000) + selectionMinutes * 60;
  const selectable = { connectionId, capabilityId, versionId, digest: digest.toString('hex'), mode };
  const told = { ...endsOf(selectable), rows, expires };
  const selection = textOf({ ...told, mark: markFor(ctx, selectable, told) });
  return { selection, expiresAt: new Date(expires * 1000) };
}

/**
 * Returns the selected capability. Throws `selection_stale` if the text has expired, is not the caller’s, or
 * is for another or a changed capability.
 */
export async function readSelection(
  ctx: Context,
  { selection, capabilityId }: { selection: string; capabilityId?: string | null | undefined },
  among: Among,
): Promise<Selection> {
  const selected = selection.length > length ? longOf(ctx, selection) : await shortOf(ctx, selection, among);
  if (capabilityId && selected.capabilityId !== capabilityId)
    throw stale('It belongs to another capability.');
  return selected;
}

async function shortOf(ctx: Context, text: string, among: Among): Promise<Selection> {
  const told = parsed(text, ctx.clock.now());
  if (!told) throw stale('It was not copied exactly.');
  assertInTime(ctx, told.expires * 1000);
  const meant = (await among(told)).find((it) => isMarked(told, markFor(ctx, it, told)));
  if (!meant) throw stale(unknown);
  const { connectionId, capabilityId, versionId, digest, mode } = meant;
  return {
    connectionId,
    capabilityId,
    versionId,
    digest,
    mode,
    ...boundTo(ctx),
    rows: told.rows,
    expires: told.expires * 1000,
  };
}

function longOf(ctx: Context, text: string): Selection {
  const selected = openedLong(ctx, text);
  const { subject, workspaceId } = boundTo(ctx);
  if (!selected || selected.subject !== subject || selected.workspaceId !== workspaceId) throw stale(unknown);
  assertInTime(ctx, selected.expires);
  return selected;
}

function assertInTime({ clock }: Context, expires: number): void {
  if (expires > clock.now().getTime()) return;
  throw stale(`It is more than ${selectionMinutes} minutes old.`);
}

// The array gives each value a fixed position, so two different selections never have the same input.
function markFor(
  ctx: Context,
  { connectionId, capabilityId, versionId, digest, mode }: Selectable,
  { rows, expires }: Pick<SelectionText, 'rows' | 'expires'>,
): string {
  const { subject, workspaceId } = boundTo(ctx);
  const bound = [subject, workspaceId, connectionId, capabilityId, versionId, digest, mode, rows, expires];
  return markOf(ctx.keyedHash('selection', JSON.stringify(bound)));
}

function isMarked({ mark }: SelectionText, expected: string): boolean {
  const [given, meant] = [Buffer.from(mark), Buffer.from(expected)];
  return given.length === meant.length && timingSafeEqual(given, meant);
}

function boundTo(ctx: Context): { subject: string; workspaceId: string | null } {
  return { subject: subjectOf(callerOf(ctx)), workspaceId: ctx.workspaceId };
}

function callerOf({ caller }: Context): MemberCaller | McpCaller {
  if (caller.kind === 'MCP' || canBeMember(caller)) return caller;
  throw new Error('A selection was reached without a known caller.');
}

/** Throws `selection_stale` if the capability was removed, or if its description has changed. */
export function assertUnchanged(
  { digest }: Pick<Selectable, 'digest'>,
  capability: CalledCapability | null,
): CalledCapability {
  if (!capability || capability.removedAt) throw stale('Its provider no longer describes the capability.');
  // The digest also covers the described mode.
  if (capability.digest.toString('hex') !== digest)
    throw stale('The description of the capability has changed since.');
  return capability;
}

/** Returns the refusal `selection_stale` with the reason and what to do. */
export function stale(why: string): Refusal {
  return refuse('selection_stale', `This selection is not valid. ${why} Search or describe again.`);
}
