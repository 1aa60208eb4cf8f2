import type { Knex } from 'knex';
import { Member } from '../../db/models/member.ts';
import { Session } from '../../db/models/session.ts';
import type { Membership, PersonCaller } from '../access/caller.ts';
import { refuse, sessionInvalid } from '../errors.ts';

/** All that a session's judgement rests on, read in one go; nothing else on a request path reads these rows. */
export interface SessionSnapshot {
  session: Pick<Session, 'id' | 'personId' | 'revokedAt' | 'expiresAt' | 'idleExpiresAt'>;
  /** The active memberships in active workspaces, oldest first. */
  memberships: Membership[];
  /** Who is behind the credential. */
  persons: string[];
}

export async function sessionSnapshot(knex: Knex, sessionId: string): Promise<SessionSnapshot | null> {
  const session = await Session.query(knex).findById(sessionId);
  if (!session) return null;
  return { session, memberships: await membershipsOf(knex, session.personId), persons: [session.personId] };
}

/** Whether the session grants anything at this moment. Throws `session_invalid` or `session_expired`. */
export function judgeSession(snapshot: SessionSnapshot | null, now: Date): Omit<PersonCaller, 'membership'> {
  if (!snapshot || snapshot.session.revokedAt) throw sessionInvalid();
  const { session, memberships } = snapshot;
  if (now >= session.expiresAt || now >= session.idleExpiresAt)
    throw refuse('session_expired', 'The session has expired. Sign in again.');
  return { kind: 'PERSON', personId: session.personId, sessionId: session.id, memberships };
}

async function membershipsOf(knex: Knex, personId: string): Promise<Membership[]> {
  const rows: unknown = await Member.query(knex)
    .join('workspace', 'workspace.id', 'member.workspaceId')
    .where({ 'member.personId': personId, 'member.status': 'ACTIVE', 'workspace.status': 'ACTIVE' })
    .orderBy(['member.joinedAt', 'member.id'])
    .select(
      'member.id as memberId',
      'member.workspaceId',
      'member.kind',
      'member.role',
      'member.joinedAt',
      'workspace.name as workspaceName',
      'workspace.slug as workspaceSlug',
    );
  return rows as Membership[];
}
