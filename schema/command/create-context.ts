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

/** The context of one request: the ports, who calls, and the workspace the caller acts in. */
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
    // The derived context of a mutation calls this on itself, so `this` is the context in force.
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

/** The context in which what an agent had asked for is carried out; its entries name the agent. */
export function createAgentContext(ports: Ports, caller: McpCaller, reevaluate: Reevaluate): Context {
  return createContext(ports, nobody(), caller, reevaluate);
}

/** The context in which one event is told to everybody who watches alike. */
export function createSubscriberGroupContext(ports: Ports, caller: SubscriberGroupCaller): Context {
  return createContext(ports, nobody(), caller);
}

/**
 * The context of a job's command in a workspace; its entries name the job. Like anybody's it takes effect in an active
 * workspace alone, unless it is about the workspace's end or writes down what has happened already.
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

/** Of what nobody asked for over HTTP. */
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
