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

/** An operation on a socket that depends on the member's role. */
export interface Running {
  roleChanged(role: Role): void;
}

/** The socket of an admitted caller. */
export interface LiveSocket {
  readonly caller: MemberCaller;
  /** The member's role as of the last event seen; null without a membership. */
  role: Role | null;
  /** Counts the changes of that role. */
  roleChanges: number;
  readonly running: Set<Running>;
  /** Returns the number of its operations, including those that are starting. */
  countOperations: () => number;
  /** Starts operations, a few at a time for each person, so that a burst delays only that person. */
  readonly begin: LimitFunction;
  /** Whether it may still receive messages. Closes it if the access token has expired. */
  isOpen(): boolean;
  /** Stops tracking it, whether or not it has closed. */
  leave(): void;
  /** Stops tracking it and closes it. */
  end(closing: Closing): void;
}

export interface Sockets extends Observer {
  /** Tracks a socket until it leaves. Throws `rate_limited` if the caller has too many. */
  admit(caller: MemberCaller, close: (closing: Closing) => void): Promise<LiveSocket>;
  /** Returns the number of operations on all sockets of a caller. */
  operationsOf(subject: string): number;
  /** Returns the number of open sockets of a person or an automation on this instance. */
  openOf(subject: string): number;
}

/** Reads the events of a workspace from now on, until disposed. */
interface WorkspaceWatch {
  watch(workspaceId: string): Promise<Disposable>;
}

/** How many operations one person may start at the same time. */
const maxBeginning = 3;

/**
 * Tracks the open sockets of this instance and ends them. The events of the workspace, read in order, report
 * a suspended or removed member or a new role; a closed socket gets no later event. A session has no event,
 * so the server looks up its end, on a signal and once a second. An automation's other prerequisites are
 * looked up after an event that may concern them, and once a second.
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

/** The events that may stop an automation: about its credential, the credential's issuer, or its owner. */
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
