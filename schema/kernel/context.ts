import type { BuiltInSandbox } from './ports/built-in-sandbox.ts';
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
import type { Since } from './load.ts';
import type { Descriptions } from './ports/descriptions.ts';
import type { ProductQuotas } from './ports/product-quotas.ts';
import type { ProductDescriptions } from './ports/product-descriptions.ts';
import type { Segments } from './ports/segments.ts';
import type { Snapshots } from './ports/snapshots.ts';
import type { ProviderOAuth } from './ports/provider-oauth.ts';
import type { Egress, Receivers } from './ports/egress.ts';
import type { JsonSchemas } from './ports/json-schemas.ts';
import type { KeyValueVaults } from './ports/key-value-vaults.ts';
import type { RemoteTools } from './ports/remote-tools.ts';
import type { Allowance, Limiter } from './ports/limiter.ts';
import type {
  AssertionTokens,
  AutomationTokens,
  McpTokens,
  ReceiptTokens,
  SessionTokens,
} from './ports/tokens.ts';
import type { Breakers, Places } from './ports/breakers.ts';
import type { Clock } from './ports/clock.ts';
import type { ConnectionCallCounts } from './ports/connection-calls.ts';
import type { DataKeys, Openings, Sealing } from './ports/vault-keys.ts';
import type { Feed } from './ports/feed.ts';
import type { HeadCheckpoints } from './ports/head-checkpoints.ts';
import type { KeyUse } from './ports/key-use.ts';
import type { Log } from './ports/log.ts';
import type { Mailer } from './ports/mailer.ts';
import type { ApiDescription } from './ports/api-description.ts';
import type { OperationCallCounts } from './ports/operation-calls.ts';
import type { OperationBodies, Services } from './ports/services.ts';
import type { Passwords } from './ports/passwords.ts';
import type { Presence } from './ports/presence.ts';
import type { Settings } from './ports/settings.ts';

/** Services that the schema needs. `server/ports.ts` supplies them; tests supply in-memory fakes. */
export interface Ports {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: Settings;
  readonly passwords: Passwords;
  readonly tokens: SessionTokens;
  readonly automationTokens: AutomationTokens;
  readonly mcpTokens: McpTokens;
  readonly receiptTokens: ReceiptTokens;
  readonly assertionTokens: AssertionTokens;
  readonly keyUse: KeyUse;
  readonly snapshots: Snapshots;
  readonly segments: Segments;
  readonly checkpoints: HeadCheckpoints;
  readonly limiter: Limiter;
  readonly operations: OperationBodies;
  readonly builtInSandbox: BuiltInSandbox<Context>;
  readonly services: Services;
  readonly sealing: Sealing;
  readonly feed: Feed;
  readonly presence: Presence;
  readonly mailer: Mailer;
  readonly egress: Egress;
  /** Egress for webhooks, with connections of its own, so that deliveries do not wait for other requests. */
  readonly receivers: Receivers;
  readonly descriptions: Descriptions;
  readonly productDescriptions: ProductDescriptions;
  readonly productQuotas: ProductQuotas;
  readonly operationCalls: OperationCallCounts;
  readonly connectionCalls: ConnectionCallCounts;
  readonly apiDescription: ApiDescription;
  readonly remoteTools: RemoteTools;
  readonly oauth: ProviderOAuth;
  readonly jsonSchemas: JsonSchemas;
  readonly breakers: Breakers;
  readonly places: Places;
  readonly dataKeys: DataKeys;
  readonly openings: Openings;
  readonly keyValueVaults: KeyValueVaults;
  /** Hashes values that must be compared but not stored: HMAC-SHA-256 under a key of the given purpose. */
  keyedHash(purpose: string, text: string): Buffer;
}

/** The origin of a request. */
export interface Client {
  requestId: string;
  ip: string | null;
  userAgent: string | null;
  idempotencyKey: string | null;
  /** W3C Trace Context, unchanged. */
  traceparent: string | null;
  /** Aborts when the client disconnects or cancels, if that means it needs no result; otherwise null. */
  hungUp: AbortSignal | null;
  /** Whether its refresh token came in a cookie, which tabs of a browser share. */
  hasCookie?: boolean;
  /** Whether the client receives progress while it waits, and so accepts a longer wait. */
  isPatient?: boolean;
}

/** The running mutation; its name is part of the idempotency key's scope. */
export interface Operation {
  name: string;
  input: unknown;
  /** Whether anyone may call it, signed in or not. */
  isPublic: boolean;
  /** The caller must have one of these; empty if the mutation needs no permission. */
  permissions: readonly Permission[];
}

export type Reevaluate = (knex: Knex) => Promise<Caller>;

export interface Context extends Ports, Scope {
  readonly client: Client;
  readonly caller: Caller;
  /** Reads the caller's credential and membership again. Throws if either has ended. */
  readonly reevaluate: Reevaluate | null;
  readonly knex: Knex;
  readonly workspaceId: string | null;
  readonly operation: Operation | null;
  /** Whether an adapter runs one of our own documents; the limits for clients' documents do not apply. */
  readonly isOwnDocument: boolean;
  /** Allowances counted for this request, for the rate-limit headers of its answer. */
  readonly allowances: Allowance[];
  /** Values for the answer's headers; shared by all contexts derived from this one. */
  readonly answer: {
    isReplay: boolean;
    /** Of the key that the answer describes, if that key is not the caller. */
    retirement: Retirement | null;
    /** Of the row that the answer describes; null if it describes none. */
    etag: string | null;
  };
  /** Reads a row by id, with one query for all ids requested in the same tick. Only outside transactions. */
  load<M extends typeof BaseModel>(model: M, id: string): Promise<InstanceType<M> | null>;
  /**
   * Reads the rows whose column has the value, ordered by id, and with `since` only the recent ones. One query
   * for all values of one tick.
   */
  loadMany<M extends typeof BaseModel>(
    model: M,
    column: string,
    value: string,
    since?: Since,
  ): Promise<InstanceType<M>[]>;
  /**
   * Runs the work in its own transaction, publishes the changes to every instance, then runs the
   * `afterCommit` steps and awaits each. Under an Idempotency-Key the work takes effect once, and its answer
   * is stored with it. Slow steps that must not hold the transaction open go into `prepare`. It runs before
   * the transaction, and not for a replay.
   */
  transaction<T extends object, Prepared = void>(
    work: (ctx: TransactionContext, prepared: Prepared) => Promise<T>,
    prepare?: () => Promise<Prepared>,
  ): Promise<T>;
}

export interface TransactionContext extends Context {
  /** The changes of the transaction so far. Every instance handles them before the answer. */
  readonly changes: Changes;
  /** Registers a step to run after the commit. Of several steps with the same name, only the first runs. */
  afterCommit(name: string, step: () => Promise<void>): void;
}

/** Returns the signed-in person of a field that admits only signed-in persons. */
export function personOf(ctx: Context): PersonCaller {
  if (ctx.caller.kind !== 'PERSON') throw new Error('The field was reached without a signed-in person.');
  return ctx.caller;
}

/** Returns the caller of a field that admits signed-in persons and automations. */
export function knownOf({ caller }: Context): MemberCaller {
  if (!canBeMember(caller)) throw new Error('The field was reached without a known caller.');
  return caller;
}

/** Returns the external agent of a field that admits only agents. */
export function agentOf({ caller }: Context): McpCaller {
  if (caller.kind !== 'MCP') throw new Error('The field was reached without an MCP credential.');
  return caller;
}

/** Returns the membership of a field that admits only members. */
export function memberOf(ctx: Context): Membership {
  const { membership } = knownOf(ctx);
  if (!membership) throw new Error('The field was reached without a membership.');
  return membership;
}

/** Returns the accountable persons of a member: the person, or the persons accountable for the automation. */
export function personsOf(ctx: Context): string[] {
  const caller = knownOf(ctx);
  return caller.kind === 'PERSON' ? [caller.personId] : caller.persons;
}
