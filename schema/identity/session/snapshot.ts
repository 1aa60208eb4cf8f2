import type { Knex } from 'knex';
import { Member, type MemberStatus } from '../../../db/models/member.ts';
import { Session } from '../../../db/models/session.ts';
import type { WorkspaceStatus } from '../../../db/models/workspace.ts';
import { macColumns, wrongMacIn, type WrongMac } from '../../../db/row-macs.ts';
import type { Membership, PersonCaller, SessionMembership } from '../../kernel/access/caller.ts';
import { refuse, sessionInvalid } from '../../values/errors.ts';
import type { SnapshotKind } from '../../kernel/ports/snapshots.ts';

/** All data to evaluate a session, read in one query; nothing else in the request path reads these rows. */
export interface SessionSnapshot {
  session: Pick<Session, 'id' | 'personId' | 'barredMembers' | 'revokedAt' | 'expiresAt' | 'idleExpiresAt'>;
  /** The active memberships in active workspaces, oldest first. */
  memberships: SessionMembership[];
  /** The active workspaces with an unconfirmed membership of the person, oldest first. */
  unconfirmedIn: string[];
  /** The persons accountable for the session: its own person. */
  persons: string[];
  /** The workspaces in which the person is or was a member; a change there may make them a member again. */
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

/** Reads the session in one query, with one row per membership; null if the session does not exist. */
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

/** Named by the id of the session. The person's own chain records a new membership. */
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

/** Returns the session as a caller. Throws `session_invalid` or `session_expired`. */
export function evaluateSession(snapshot: SessionSnapshot | null, now: Date): EvaluatedSession {
  if (!snapshot) throw sessionInvalid();
  if (snapshot.broken) throw snapshot.broken;
  if (snapshot.session.revokedAt) throw sessionInvalid();
  const { session, memberships, unconfirmedIn } = snapshot;
  if (now >= session.expiresAt || now >= session.idleExpiresAt)
    throw refuse('session_expired', 'The session has expired. Sign in again.', { needsSignIn: true });
  return { kind: 'PERSON', personId: session.personId, sessionId: session.id, memberships, unconfirmedIn };
}
