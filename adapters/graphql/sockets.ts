import type { Knex } from 'knex';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Event } from '../../db/models/event.ts';
import type { Role } from '../../db/models/member.ts';
import { Session } from '../../db/models/session.ts';
import { subjectOf, type MemberCaller } from '../../schema/kernel/access/caller.ts';
import { refuse } from '../../schema/values/errors.ts';
import type { Clock } from '../../schema/kernel/ports/clock.ts';
import type { Limits } from '../../schema/kernel/ports/settings.ts';
import type { Observer } from '../../schema/kernel/ports/feed.ts';
import { stoppedAmong } from './stopped-automations.ts';
import { closeCodes, closingOf, type Closing } from './close-codes.ts';
import { Groups } from '../../schema/values/groups.ts';

/** Something that runs on a socket and depends on the member's role. */
export interface Running {
  roleChanged(role: Role): void;
}

/** A socket of somebody who was let in. */
export interface LiveSocket {
  readonly caller: MemberCaller;
  /** The member's role as of the last event that was seen. */
  role: Role | null;
  /** Counts the changes of that role. */
  roleChanges: number;
  readonly running: Set<Running>;
  /** How many operations it carries now, with those that are beginning. */
  countOperations: () => number;
  /** Begins operations, a few at a time on all sockets of one person: who begins hundreds waits for themselves alone. */
  readonly begin: LimitFunction;
  /** Whether it may still be told something. Closes it where the access token has expired. */
  isOpen(): boolean;
  /** Forgets it, whether or not it has closed. */
  leave(): void;
  /** Forgets it and closes it. */
  end(closing: Closing): void;
}

export interface Sockets extends Observer {
  /** Keeps a socket under watch until it leaves. Throws `rate_limited` where the caller has too many. */
  admit(caller: MemberCaller, close: (closing: Closing) => void): Promise<LiveSocket>;
  /** How many operations run on all of these sockets. */
  operationsOf(subject: string): number;
  /** How many open sockets the person, or the member that is an automation, has here. */
  openOf(subject: string): number;
}

/** Reads the events of a workspace from now on, until it is disposed. */
interface WorkspaceWatch {
  watch(workspaceId: string): Promise<Disposable>;
}

/** Operations that one person begins at once. */
const maxBeginning = 3;

/**
 * The open sockets of this instance, and whatever ends them. A member who is suspended, removed or given another role
 * is told of by the workspace's own events, which are read in order: no later event reaches a socket that an earlier
 * one has closed. A session has no event, so its end is looked up, when it is told of and once a second. So is whatever
 * an automation stands on beside its membership, when an event may concern it and once a second.
 */
export function createSockets({
  knex,
  clock,
  feed,
  limits,
}: {
  knex: Knex;
  clock: Clock;
  feed: WorkspaceWatch;
  limits: Limits;
}): Sockets {
  const sockets = new Set<LiveSocket>();
  const bySubject = new Groups<LiveSocket>();
  const byMember = new Groups<LiveSocket>();
  const byWorkspace = new Groups<LiveSocket>();

  const endThoseWithoutSession = async (open: LiveSocket[]): Promise<void> => {
    const ids = new Set(open.flatMap((socket) => sessionOf(socket) ?? []));
    if (ids.size === 0) return;
    const now = clock.now();
    const alive = await Session.query(knex)
      .whereRaw('id = any (?)', [[...ids]])
      .whereNull('revokedAt')
      .where('expiresAt', '>', now)
      .where('idleExpiresAt', '>', now)
      .select('id');
    for (const { id } of alive) ids.delete(id);
    for (const socket of open) if (ids.has(sessionOf(socket) ?? '')) socket.end(sessionEnded);
  };
  const endThoseStopped = async (open: LiveSocket[]): Promise<void> => {
    const stopped = await stoppedAmong(knex, open, clock.now());
    for (const [socket, refusal] of stopped) socket.end(closingOf(refusal));
  };

  return {
    async admit(caller, close) {
      const { membership } = caller;
      const subject = subjectOf(caller);
      const open = bySubject.countOf(subject);
      if (open >= limits.socketsPerMember)
        throw refuse('rate_limited', `You have ${open} open sockets, the maximum. Close one first.`);
      let isIn = true;
      const socket: LiveSocket = {
        caller,
        role: membership?.role ?? null,
        roleChanges: 0,
        running: new Set(),
        countOperations: () => 0,
        begin: bySubject.of(subject)[0]?.begin ?? pLimit(maxBeginning),
        isOpen() {
          if (isIn && clock.now() >= caller.tokenExpiresAt) this.end(tokenExpired);
          return isIn;
        },
        leave() {
          isIn = false;
          sockets.delete(socket);
          bySubject.delete(subject, socket);
          if (membership) byMember.delete(membership.memberId, socket);
          if (membership) byWorkspace.delete(membership.workspaceId, socket);
          watching?.[Symbol.dispose]();
          watching = null;
        },
        end(closing) {
          this.leave();
          close(closing);
        },
      };
      let watching: Disposable | null = null;
      sockets.add(socket);
      bySubject.add(subject, socket);
      if (!membership) return socket;
      byMember.add(membership.memberId, socket);
      byWorkspace.add(membership.workspaceId, socket);
      try {
        watching = await feed.watch(membership.workspaceId);
        if (!isIn) watching[Symbol.dispose]();
        return socket;
      } catch (error) {
        socket.leave();
        throw error;
      }
    },
    openOf: (subject) => bySubject.countOf(subject),
    operationsOf: (subject) =>
      bySubject.of(subject).reduce((all, socket) => all + socket.countOperations(), 0),
    async see({ type, resource, data, workspaceId }) {
      if (type === 'workspace.deletion.approved')
        for (const socket of byWorkspace.of(workspaceId)) socket.end(memberGone);
      for (const socket of byMember.of(resource.id))
        if (endsMembership.has(type)) socket.end(memberGone);
        else if (type === 'member.role_changed') changeRole(socket, data['role'] as Role);
      if (mayStopAutomations.has(type)) await endThoseStopped(byWorkspace.of(workspaceId));
    },
    async seePerson(personId) {
      await endThoseWithoutSession(bySubject.of(personId));
    },
    async tick() {
      const open = [...sockets].filter((socket) => socket.isOpen());
      await endThoseWithoutSession(open);
      await endThoseStopped(open);
    },
  };
}

const tokenExpired: Closing = {
  code: closeCodes.tokenExpired,
  reason: 'The access token has expired. Connect again with a new one.',
};
const sessionEnded: Closing = {
  code: closeCodes.unauthorized,
  reason: 'The session has ended. Sign in again.',
};
const memberGone: Closing = {
  code: closeCodes.unauthorized,
  reason: 'You do not have access to the requested workspace',
};

const endsMembership: ReadonlySet<Event['type']> = new Set(['member.suspended', 'member.removed']);

/** An automation stops with its credential, with who issued that, and with its owner: they leave, or get another role. */
const mayStopAutomations: ReadonlySet<Event['type']> = new Set([
  ...endsMembership,
  'member.role_changed',
  'member.reclaimed',
  'member.automation.credential_rotated',
  'member.automation.credential_revoked',
]);

function sessionOf({ caller }: LiveSocket): string | null {
  return caller.kind === 'PERSON' ? caller.sessionId : null;
}

function changeRole(socket: LiveSocket, role: Role): void {
  socket.role = role;
  socket.roleChanges += 1;
  for (const each of socket.running) each.roleChanged(role);
}
