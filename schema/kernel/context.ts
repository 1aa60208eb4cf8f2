import type { Knex } from 'knex';
import type { Database } from '../../db/knex.ts';
import type { BaseModel, Scope } from '../../db/models/base.ts';
import {
  canBeMember,
  type Caller,
  type McpCaller,
  type MemberCaller,
  type Membership,
  type PersonCaller,
  type Retirement,
} from './access/caller.ts';
import type { Permission } from './access/permissions.ts';
import type { Changes } from './changes.ts';
import type { Descriptions } from './ports/descriptions.ts';
import type { Snapshots } from './ports/snapshots.ts';
import type { ProviderOAuth } from './ports/provider-oauth.ts';
import type { Egress, Receivers } from './ports/egress.ts';
import type { JsonSchemas } from './ports/json-schemas.ts';
import type { KeyValueVaults } from './ports/key-value-vaults.ts';
import type { RemoteTools } from './ports/remote-tools.ts';
import type { Allowance, Limiter } from './ports/limiter.ts';
import type { AutomationTokens, McpTokens, SessionTokens } from './ports/tokens.ts';
import type { Breakers, Places } from './ports/breakers.ts';
import type { Clock } from './ports/clock.ts';
import type { DataKeys, Openings, Sealing } from './ports/vault-keys.ts';
import type { Feed } from './ports/feed.ts';
import type { HeadCheckpoints } from './ports/head-checkpoints.ts';
import type { KeyUse } from './ports/key-use.ts';
import type { Log } from './ports/log.ts';
import type { Mailer } from './ports/mailer.ts';
import type { McpSessions } from './ports/mcp-sessions.ts';
import type { OperationBodies, Services } from './ports/services.ts';
import type { Passwords } from './ports/passwords.ts';
import type { Settings } from './ports/settings.ts';

/** What the schema asks of the world outside; `server/ports.ts` supplies it, tests supply in-memory fakes. */
export interface Ports {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: Settings;
  readonly passwords: Passwords;
  readonly tokens: SessionTokens;
  readonly automationTokens: AutomationTokens;
  readonly mcpTokens: McpTokens;
  readonly mcpSessions: McpSessions;
  readonly keyUse: KeyUse;
  readonly snapshots: Snapshots;
  readonly checkpoints: HeadCheckpoints;
  readonly limiter: Limiter;
  readonly operations: OperationBodies;
  readonly services: Services;
  readonly sealing: Sealing;
  readonly feed: Feed;
  readonly mailer: Mailer;
  readonly egress: Egress;
  /** The same for webhooks, whose receivers wait for nobody else. */
  readonly receivers: Receivers;
  readonly descriptions: Descriptions;
  readonly remoteTools: RemoteTools;
  readonly oauth: ProviderOAuth;
  readonly jsonSchemas: JsonSchemas;
  readonly breakers: Breakers;
  readonly places: Places;
  readonly dataKeys: DataKeys;
  readonly openings: Openings;
  readonly keyValueVaults: KeyValueVaults;
  /** A keyed hash for what must be compared but not kept: HMAC-SHA-256 under a key of the given purpose. */
  keyedHash(purpose: string, text: string): Buffer;
}

/** Where a request came from. */
export interface Client {
  requestId: string;
  ip: string | null;
  userAgent: string | null;
  idempotencyKey: string | null;
  /** W3C Trace Context, as it came. */
  traceparent: string | null;
  /** Ends once whoever asks has hung up and means by it that nothing is wanted any more; null where it means nothing. */
  hungUp: AbortSignal | null;
  /** Whether it hears of progress while it waits, and so may be kept waiting longer. */
  isPatient?: boolean;
}

/** The mutation that is being carried out; it names the idempotency key's scope. */
export interface Operation {
  name: string;
  input: unknown;
  /** Whether anyone may call it, signed in or not. */
  isPublic: boolean;
  /** One of these its caller must hold; none where it needs no permission. */
  permissions: readonly Permission[];
}

export type Reevaluate = (knex: Knex) => Promise<Caller>;

export interface Context extends Ports, Scope {
  readonly client: Client;
  readonly caller: Caller;
  /** Reads the caller's credential and membership again. Throws when they have ended. */
  readonly reevaluate: Reevaluate | null;
  readonly knex: Knex;
  readonly workspaceId: string | null;
  readonly operation: Operation | null;
  /** Whether an adapter runs one of our own documents, which no limit for clients' documents concerns. */
  readonly isOwnDocument: boolean;
  /** Allowances taken for this request, for the rate-limit headers of its answer. */
  readonly allowances: Allowance[];
  /** What the answer's headers tell beside them; shared by all contexts derived from this one. */
  readonly answer: {
    isReplay: boolean;
    /** Of the key that the answer is about, where that is not the caller. */
    retirement: Retirement | null;
    /** Of the row that the answer is about, where it is about one. */
    etag: string | null;
  };
  /** Reads a row by id, one query for all that are asked for at once. Only outside transactions. */
  load<M extends typeof BaseModel>(model: M, id: string): Promise<InstanceType<M> | null>;
  /** The rows whose column has the value, by id; one query for all values that are asked for at once. */
  loadMany<M extends typeof BaseModel>(model: M, column: string, value: string): Promise<InstanceType<M>[]>;
  /**
   * Runs the work in a transaction of its own, tells every instance what it has changed, and then runs the steps registered
   * with `afterCommit`, each awaited before the answer. Under an Idempotency-Key the work happens once and its answer is kept
   * with it. What is slow, and must not hold the transaction open, is prepared before it, unless the answer is kept already.
   */
  transaction<T extends object, Prepared = void>(
    work: (ctx: TransactionContext, prepared: Prepared) => Promise<T>,
    prepare?: () => Promise<Prepared>,
  ): Promise<T>;
}

export interface TransactionContext extends Context {
  /** What the transaction has changed so far. Every instance acts on it before the answer. */
  readonly changes: Changes;
  /** Of steps under one name the first one runs, once. */
  afterCommit(name: string, step: () => Promise<void>): void;
}

/** The signed-in person of a field that only lets signed-in persons in. */
export function personOf(ctx: Context): PersonCaller {
  if (ctx.caller.kind !== 'PERSON') throw new Error('The field was reached without a signed-in person.');
  return ctx.caller;
}

/** The same of a field that lets automations in too. */
export function knownOf({ caller }: Context): MemberCaller {
  if (!canBeMember(caller)) throw new Error('The field was reached without a known caller.');
  return caller;
}

/** The outside agent of a field that only lets those in. */
export function agentOf({ caller }: Context): McpCaller {
  if (caller.kind !== 'MCP') throw new Error('The field was reached without an MCP credential.');
  return caller;
}

/** The membership of a field that only lets members in. */
export function memberOf(ctx: Context): Membership {
  const { membership } = knownOf(ctx);
  if (!membership) throw new Error('The field was reached without a membership.');
  return membership;
}

/** Everyone behind what a member does: the person, or whoever is behind the automation. */
export function personsOf(ctx: Context): string[] {
  const caller = knownOf(ctx);
  return caller.kind === 'PERSON' ? [caller.personId] : caller.persons;
}
