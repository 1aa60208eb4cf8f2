import { createHash, randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { McpSession } from './models/mcp-session.ts';

const minuteMs = 60_000;
const idleMs = 30 * minuteMs;
const longestMs = 24 * 60 * minuteMs;
const maxPerCredential = 256;

/** Stores sessions in the database, so that any instance serves any request of a session. */
export function createMcpSessions(knex: Knex) {
  return {
    async begin(credentialId: string, protocolVersion: string, now: Date): Promise<string> {
      const id = randomBytes(32).toString('base64url');
      const times = { seenAt: now, createdAt: now, updatedAt: now };
      await McpSession.query(knex).insert({ id: digestOf(id), credentialId, protocolVersion, ...times });
      await endBeyond(knex, credentialId);
      return id;
    },
    async find(id: string, credentialId: string, now: Date): Promise<string | null> {
      const session = await McpSession.query(knex).findById(digestOf(id)).where({ credentialId });
      if (!session || isOver(session, now)) return null;
      // Recorded once a minute: a write per request would cost more than the request.
      if (now.getTime() - session.seenAt.getTime() >= minuteMs)
        await McpSession.change(knex, session.id, now, { seenAt: now });
      return session.protocolVersion;
    },
    async end(id: string, credentialId: string, now: Date): Promise<boolean> {
      const session = McpSession.query(knex).where({ id: digestOf(id), credentialId });
      const [ended] = await session.delete().returning('*').castTo<McpSession[]>();
      return ended !== undefined && !isOver(ended, now);
    },
  };
}

/** Deletes the expired sessions. */
export async function forgetMcpSessions(knex: Knex, now: Date): Promise<void> {
  await McpSession.query(knex)
    .delete()
    .where('seenAt', '<=', before(now, idleMs))
    .orWhere('createdAt', '<=', before(now, longestMs));
}

function isOver({ seenAt, createdAt }: McpSession, now: Date): boolean {
  return seenAt <= before(now, idleMs) || createdAt <= before(now, longestMs);
}

// Beyond the limit, the least recently used sessions end.
async function endBeyond(knex: Knex, credentialId: string): Promise<void> {
  const kept = McpSession.query(knex)
    .where({ credentialId })
    .orderBy([{ column: 'seenAt', order: 'desc' }, { column: 'createdAt', order: 'desc' }, 'id'])
    .limit(maxPerCredential);
  await McpSession.query(knex).delete().where({ credentialId }).whereNotIn('id', kept.select('id'));
}

function before(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms);
}

function digestOf(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}
