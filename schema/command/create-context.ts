import type { Knex } from 'knex';
import { Workspace } from '../../db/models/workspace.ts';
import {
  anonymous,
  canBeMember,
  type SubscriberGroupCaller,
  type Caller,
  type McpCaller,
} from '../kernel/access/caller.ts';
import type { Client, Context, Ports, Reevaluate } from '../kernel/context.ts';
import { workspaceAccessDenied } from '../values/errors.ts';
import { newId } from '../values/id.ts';
import { createLoad } from '../kernel/load.ts';
import { transaction } from './transaction.ts';

/** Creates the context of one request: the ports, the caller, and the workspace that the caller acts in. */
export function createContext(
  ports: Ports,
  client: Client,
  caller: Caller = anonymous,
  reevaluate: Reevaluate | null = null,
): Context {
  const { load, loadMany, forget } = createLoad(ports.database.knex);
  const ctx: Context = {
    ...ports,
    client,
    caller,
    reevaluate,
    knex: ports.database.knex,
    workspaceId: workspaceIdOf(caller),
    operation: null,
    isOwnDocument: false,
    allowances: [],
    answer: { isReplay: false, retirement: null, etag: null },
    load,
    loadMany,
    // The derived context of a mutation calls this on itself, so `this` is the current context.
    async transaction(work, prepare) {
      const result = await transaction(this, work, prepare);
      forget();
      return result;
    },
  };
  return ctx;
}

function workspaceIdOf(caller: Caller): string | null {
  if (canBeMember(caller)) return caller.membership?.workspaceId ?? null;
  return 'workspaceId' in caller ? caller.workspaceId : null;
}

/** Creates the context that executes an agent's approved request; its audit entries name the agent. */
export function createAgentContext(ports: Ports, caller: McpCaller, reevaluate: Reevaluate): Context {
  return createContext(ports, nobody(), caller, reevaluate);
}

/** Creates the context in which the server resolves an event once for a whole subscriber group. */
export function createSubscriberGroupContext(ports: Ports, caller: SubscriberGroupCaller): Context {
  // The limits of documents were checked when each subscription started.
  return { ...createContext(ports, nobody(), caller), isOwnDocument: true };
}

/**
 * Creates the context of a job's command in a workspace; its audit entries name the job. Only an active
 * workspace accepts the command. `isAnyState` is for commands that end a workspace or record past facts.
 */
export function createSystemContext(
  ports: Ports,
  job: string,
  workspaceId: string,
  { isAnyState = false } = {},
): Context {
  const caller = { kind: 'SYSTEM', job } as const;
  const reevaluate = async (knex: Knex) => {
    const workspace = await Workspace.query(knex).findById(workspaceId);
    if (workspace?.status !== 'ACTIVE') throw workspaceAccessDenied();
    return caller;
  };
  return { ...createContext(ports, nobody(), caller, isAnyState ? null : reevaluate), workspaceId };
}

/** Returns the client of work that no HTTP request started. */
export function nobody(): Client {
  return {
    requestId: newId('request'),
    ip: null,
    userAgent: null,
    idempotencyKey: null,
    traceparent: null,
    hungUp: null,
  };
}
