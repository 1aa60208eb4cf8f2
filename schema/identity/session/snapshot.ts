import type { Knex } from 'knex';
import { Member, type MemberStatus } from '../../../db/models/member.ts';
import { Session } from '../../../db/models/session.ts';
import type { WorkspaceStatus } from '../../../db/models/workspace.ts';
import { macColumns, wrongMacIn, type WrongMac } from '../../../db/row-macs.ts';
import type { Membership, PersonCaller, SessionMembership } from '../../kernel/access/caller.ts';
import { refuse, sessionInvalid } from '../../values/errors.ts';
import type { SnapshotKind } from '../../kernel/ports/snapshots.ts';

/** All that a session's judgement rests on, read in one go; nothing else on a request path reads these rows. */
export interface SessionSnapshot {
  session: Pick<Session, 'id' | 'personId' | 'barredMembers' | 'revokedAt' | 'expiresAt' | 'idleExpiresAt'>;
  /** The active memberships in active workspaces, oldest first. */
  memberships: SessionMembership[];
  /** The active workspaces in which a membership waits for its person, oldest first. */
  unconfirmedIn: string[];
  /** Who is behind the credential. */
  persons: string[];
  /** Where the person is a member, or was: what happens there may make them one again. */
  workspaceIds: string[];
  broken: WrongMac | null;
}

const withMacs = { session: Session, member: Member };

const columns = [
  ...macColumns(withMacs),
  'session.id',
  'session.personId',
  'session.barredMembers',
  'session.revokedAt',
  'session.expiresAt',
  'session.idleExpiresAt',
  'member.id as memberId',
  'member.status as memberStatus',
  'member.workspaceId',
  'member.kind',
  'member.role',
  'member.joinedAt',
  'workspace.name as workspaceName',
  'workspace.slug as workspaceSlug',
  'workspace.status as workspaceStatus',
];

type Row = SessionSnapshot['session'] &
  (Membership | Record<keyof Membership, null>) & {
    memberStatus: MemberStatus | null;
    workspaceStatus: WorkspaceStatus | null;
  };

/** The session with one query, of which each row is a membership; none at all where there is no such session. */
export async function sessionSnapshot(knex: Knex, sessionId: string): Promise<SessionSnapshot | null> {
  const rows: Row[] = await knex('session')
    .leftJoin('member', 'member.personId', 'session.personId')
    .leftJoin('workspace', 'workspace.id', 'member.workspaceId')
    .where('session.id', sessionId)
    .orderBy(['member.joinedAt', 'member.id'])
    .select(columns);
  const [session] = rows;
  if (!session) return null;
  const inActive = rows.filter(isInActive);
  return {
    session,
    memberships: inActive.filter(({ memberStatus }) => memberStatus === 'ACTIVE').map(membershipOf),
    unconfirmedIn: inActive
      .filter(({ memberStatus }) => memberStatus === 'UNCONFIRMED')
      .map(({ workspaceId }) => workspaceId),
    persons: [session.personId],
    workspaceIds: rows.flatMap(({ workspaceId }) => workspaceId ?? []),
    broken: wrongRowIn(knex, session, rows),
  };
}

function wrongRowIn(knex: Knex, session: Row, rows: readonly Row[]): WrongMac | null {
  const { session: ofSession, member } = withMacs;
  const wrong = wrongMacIn(knex, { session: ofSession }, session);
  return wrong ?? rows.map((row) => wrongMacIn(knex, { member }, row)).find((it) => it !== null) ?? null;
}

/** By the id of the session. A membership that is new is told of in the person's own chain. */
export const sessionSnapshots: SnapshotKind<SessionSnapshot> = {
  max: 20_000,
  read: sessionSnapshot,
  chainsOf: ({ session, workspaceIds }) => [session.personId, ...new Set(workspaceIds)],
};

function isInActive(row: Row): row is Row & Membership {
  return row.workspaceStatus === 'ACTIVE';
}

function membershipOf({
  memberId,
  workspaceId,
  kind,
  role,
  joinedAt,
  workspaceName,
  workspaceSlug,
  barredMembers,
}: Row & Membership): SessionMembership {
  const isBarred = barredMembers.includes(memberId);
  return { memberId, workspaceId, kind, role, joinedAt, workspaceName, workspaceSlug, isBarred };
}

export type EvaluatedSession = Omit<PersonCaller, 'membership' | 'tokenExpiresAt'>;

/** Whether the session grants anything at this moment. Throws `session_invalid` or `session_expired`. */
export function evaluateSession(snapshot: SessionSnapshot | null, now: Date): EvaluatedSession {
  if (!snapshot) throw sessionInvalid();
  if (snapshot.broken) throw snapshot.broken;
  if (snapshot.session.revokedAt) throw sessionInvalid();
  const { session, memberships, unconfirmedIn } = snapshot;
  if (now >= session.expiresAt || now >= session.idleExpiresAt)
    throw refuse('session_expired', 'The session has expired. Sign in again.', { needsSignIn: true });
  return { kind: 'PERSON', personId: session.personId, sessionId: session.id, memberships, unconfirmedIn };
}
