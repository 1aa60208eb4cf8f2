import { createHash, randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { McpSession } from '../../../db/models/mcp-session.ts';
import { agentOf, type Context, type Ports } from '../../kernel/context.ts';
import type { McpSessions } from '../../kernel/ports/mcp-sessions.ts';
import type { SnapshotKind } from '../../kernel/ports/snapshots.ts';
import { currentSnapshot } from '../../kernel/snapshot-of.ts';
import { touchWorkspace } from '../../records/audit/record.ts';
import { hoursAfter, secondsAfter } from '../../values/time.ts';
import { maxSessionHours, maxSessions, sessionIdleSeconds } from './rules.ts';

/** The part of a session that never changes, and what this instance knows of its last use. */
interface CachedSession {
  id: string;
  workspaceId: string;
  credentialId: string;
  protocolVersion: string;
  createdAt: Date;
  lastUse: LastUse;
}

/** When a session was last used, at least. The row has the same time, or a later one from another instance. */
class LastUse {
  #at: Date;

  constructor(at: Date) {
    this.#at = at;
  }

  note(at: Date): void {
    this.#at = at;
  }

  // A time in the future, by another instance's clock, does not count.
  isWithinMinute(now: Date): boolean {
    return this.#at > minuteBefore(now) && this.#at <= now;
  }
}

/** Named by the digest of the session's id. The end of a session touches the workspace's chain. */
const sessionSnapshots: SnapshotKind<CachedSession> = {
  max: 10_000,
  async read(knex, name) {
    const row = await McpSession.query(knex)
      .join('mcpCredential', 'mcpCredential.id', 'mcpSession.credentialId')
      .findOne({ 'mcpSession.id': name })
      .select('mcpSession.*', 'mcpCredential.workspaceId')
      .castTo<(McpSession & { workspaceId: string }) | undefined>();
    if (!row) return null;
    const { workspaceId, credentialId, protocolVersion, createdAt, seenAt } = row;
    return { id: name, workspaceId, credentialId, protocolVersion, createdAt, lastUse: new LastUse(seenAt) };
  },
  chainsOf: ({ workspaceId }) => [workspaceId],
  idOf: ({ id }) => id,
};

/**
 * The sessions of agents. They are rows, so any instance serves any session. A request reads a session under
 * the lease, and writes its last use once a minute: a write per request would cost more than the request.
 */
export const agentSessions: McpSessions = {
  async begin(ctx, protocolVersion) {
    const { credentialId } = agentOf(ctx);
    const id = randomBytes(32).toString('base64url');
    const now = ctx.clock.now();
    const times = { seenAt: now, createdAt: now, updatedAt: now };
    await McpSession.query(ctx.knex).insert({ id: digestOf(id), credentialId, protocolVersion, ...times });
    await endBeyond(ctx);
    return id;
  },
  async find(ctx, id) {
    const now = ctx.clock.now();
    const digest = digestOf(id);
    const session = await currentSnapshot(ctx, ctx.knex, sessionSnapshots, digest);
    if (session?.credentialId !== agentOf(ctx).credentialId) return null;
    if (session.createdAt <= ageLimit(now)) return null;
    if (session.lastUse.isWithinMinute(now)) return session.protocolVersion;
    const usedAt = await writeUse(ctx.knex, digest, now);
    if (!usedAt) return null;
    session.lastUse.note(usedAt);
    return session.protocolVersion;
  },
  async end(ctx, id) {
    const { isActive } = await ctx.transaction(async (tx) => {
      const { credentialId, workspaceId } = agentOf(tx);
      const session = McpSession.query(tx.knex).where({ id: digestOf(id), credentialId });
      const [ended] = await session.delete().returning('*').castTo<McpSession[]>();
      if (ended) await touchWorkspace(tx, workspaceId, ended.id);
      return { isActive: ended !== undefined && !isOver(ended, tx.clock.now()) };
    });
    return isActive;
  },
};

/** Deletes the expired sessions. */
export async function forgetAgentSessions({
  database,
  clock,
}: Pick<Ports, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  await McpSession.query(database.knex)
    .delete()
    .where('seenAt', '<=', idleLimit(now))
    .orWhere('createdAt', '<=', ageLimit(now));
}

// Returns the last use that the row has; null if the session is over. Another instance may have written a later
// use, or ended the session as one too many.
async function writeUse(knex: Knex, digest: string, now: Date): Promise<Date | null> {
  const session = await McpSession.query(knex).findById(digest);
  if (!session || isOver(session, now)) return null;
  if (session.seenAt > minuteBefore(now)) return session.seenAt;
  await McpSession.change(knex, digest, now, { seenAt: now });
  return now;
}

function isOver({ seenAt, createdAt }: McpSession, now: Date): boolean {
  return seenAt <= idleLimit(now) || createdAt <= ageLimit(now);
}

// Beyond the limit, the least recently used sessions end.
async function endBeyond(ctx: Context): Promise<void> {
  const { credentialId, workspaceId } = agentOf(ctx);
  const beyond = await McpSession.query(ctx.knex)
    .where({ credentialId })
    .orderBy([{ column: 'seenAt', order: 'desc' }, { column: 'createdAt', order: 'desc' }, 'id'])
    .offset(maxSessions)
    .select('id');
  for (const { id } of beyond)
    await ctx.transaction(async (tx) => {
      await McpSession.query(tx.knex).deleteById(id);
      await touchWorkspace(tx, workspaceId, id);
      return {};
    });
}

// The limits as times. A session is over if its last use, or its start, is not after them.
const idleLimit = (now: Date) => secondsAfter(now, -sessionIdleSeconds);
const ageLimit = (now: Date) => hoursAfter(now, -maxSessionHours);
const minuteBefore = (now: Date) => secondsAfter(now, -60);

function digestOf(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}
