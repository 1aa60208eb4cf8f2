import type { Knex } from 'knex';
import type { Database } from '../db/knex.ts';
import type { BaseModel, Scope } from '../db/models/base.ts';
import type { Event } from '../db/models/event.ts';
import {
  canBeMember,
  type Caller,
  type MemberCaller,
  type Membership,
  type PersonCaller,
} from './access/caller.ts';
import type { Permission } from './access/permissions.ts';
import type { Finding } from './errors.ts';

/** What the schema asks of the world outside; `server/ports.ts` supplies it, tests supply in-memory twins. */
export interface Ports {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: Settings;
  readonly passwords: Passwords;
  readonly tokens: SessionTokens;
  readonly automationTokens: AutomationTokens;
  readonly keyUse: KeyUse;
  readonly anchors: HeadAnchors;
  readonly limiter: Limiter;
  readonly operations: OperationBodies;
  readonly services: Services;
  readonly sealing: Sealing;
  readonly feed: Feed;
  readonly mailer: Mailer;
  /** A keyed hash for what must be compared but not kept: HMAC-SHA-256 under a key of the given purpose. */
  keyedHash(purpose: string, text: string): Buffer;
}

export interface Clock {
  now(): Date;
}

export interface Log {
  debug(event: LogEvent): void;
  info(event: LogEvent): void;
  warn(event: LogEvent): void;
  error(event: LogEvent): void;
}
export type LogEvent = { event: string } & Record<string, unknown>;

export interface Passwords {
  hash(password: string): Promise<string>;
  /** With null for the hash the same time is spent and the answer is false. */
  verify(hash: string | null, password: string): Promise<boolean>;
}

export interface SessionClaims {
  personId: string;
  sessionId: string;
  authTime: Date;
  amr: string[];
}

export interface SessionTokens {
  issue(claims: SessionClaims, now: Date): Promise<string>;
  /** The claims of a token this instance vouches for. Throws `session_invalid` or `session_expired`. */
  verify(token: string, now: Date): Promise<{ personId: string; sessionId: string; expiresAt: Date }>;
}

export interface AutomationClaims {
  memberId: string;
  credentialId: string;
  credentialVersion: number;
}

export interface AutomationTokens {
  /** Where a client assertion is sent, and so its only audience. */
  readonly endpoint: string;
  issue(claims: AutomationClaims, now: Date): Promise<string>;
  /** Whether the token says of itself that it is an automation's, which is not proven by that. */
  isOne(token: string): boolean;
  /** The claims of a token this instance vouches for. Throws `session_invalid` or `session_expired`. */
  verify(token: string, now: Date): Promise<AutomationClaims & { expiresAt: Date }>;
}

export interface LastUse {
  lastUsedAt: Date;
  /** The network that it came from. */
  lastUsedFrom: string | null;
}

export interface KeyUse {
  /** Notes a use, by the address it came from where that is known. */
  touch(keyId: string, at: Date, ip: string | null): void;
  /** The latest use that is not written yet. */
  pending(keyId: string): LastUse | null;
  /** How many uses are not written yet. */
  pendingCalls(keyId: string): number;
}

/** Whose books have changed: a workspace's, or those of a person outside any workspace. */
export type Changed = { workspaceId: string } | { personId: string };

export interface Following {
  /** The position after which it begins. */
  after: number;
  /** Which events it is about. */
  accepts: (event: Event) => boolean;
}

/** The event log as it grows, on whatever instance. */
export interface Feed {
  /** Tells of a commit. Resolves when this instance has acted on it; others are told, and not waited for. */
  poke(changed: Changed): Promise<void>;
  /** The workspace's events in order, without gaps and without end; returning it ends it at once. */
  follow(workspaceId: string, following: Following): AsyncIterableIterator<Event>;
}

/** The head of a chain as it was signed and kept outside the database. */
export interface HeadAnchor {
  chain: string;
  seq: number;
  hash: string;
  at: string;
}

export interface HeadAnchors {
  /** The latest anchor of the chain whose signature holds, or null. */
  latest(chain: string): HeadAnchor | null;
}

/** Sealing with the master key, which never leaves its port. */
export interface Sealing {
  /** What only this installation opens again, and only under the same name. */
  seal(plaintext: Buffer, name: string): Buffer;
  /** Throws an UnsealError when it was changed, moved, or sealed elsewhere. */
  unseal(sealed: Buffer, name: string): Buffer;
}

/** A mail in plain text, as it goes out. */
export interface OutgoingMail {
  id: string;
  to: string;
  subject: string;
  text: string;
  /** When it was written. */
  at: Date;
}

export interface Mailer {
  /**
   * Hands a mail over, or throws within `sendingSeconds` of the mail room: MailRefused where trying again is in vain.
   * A mail may be handed over twice, under the same id.
   */
  send(mail: OutgoingMail): Promise<void>;
}

/** The operator's own services that may ask what a live key grants. */
export interface Services {
  /** The name of the service whose credential this is, or null. */
  nameOf(credential: string): string | null;
}

/** The request bodies of the downloadable API description, by operation id. */
export interface OperationBodies {
  /** What is wrong with a payload for the operation, or null where no such operation takes a body. */
  check(operationId: string, payload: unknown): Finding[] | null;
}

export const limitNames = [
  'sandbox_key',
  'sandbox_application',
  'service',
  'anonymous',
  'member',
  'member_writes',
  'key_creation',
  'audit_verification',
  'failed_auth',
  'sign_in_failures',
  'sign_ups',
  'invitations',
  'account_mails',
  'password_resets',
] as const;
export type LimitName = (typeof limitNames)[number];

/** How a limit stands after a request was counted. */
export interface Allowance {
  name: LimitName;
  quota: number;
  windowSeconds: number;
  remaining: number;
  resetSeconds: number;
  exceeded: boolean;
}

export interface Limiter {
  take(name: LimitName, subject: string): Promise<Allowance>;
  /** Takes one back that was counted beforehand. */
  giveBack(name: LimitName, subject: string): Promise<void>;
  clear(name: LimitName, subject: string): Promise<void>;
}

/** The numbers that rooms and adapters read; units are in the names. */
export interface Settings {
  /** The origin that people use; links in mails begin with it. */
  readonly baseUrl: string;
  readonly accessTokenTtlSeconds: number;
  readonly automationTokenTtlSeconds: number;
  readonly sessionTtlDays: number;
  readonly sessionIdleHours: number;
  readonly eventRetentionDays: number;
  readonly workspaceDeletionDelayDays: number;
  readonly productionAccessReviewDays: number;
  readonly passwordHashConcurrency: number;
  readonly bodyLimitBytes: number;
  readonly sandboxBodyLimitBytes: number;
  readonly limits: Limits;
  readonly graphql: Readonly<
    Record<'maxAliases' | 'maxTokens' | 'maxDepth' | 'maxBreadth' | 'maxCost', number>
  >;
}

export interface Limits {
  readonly sandboxPerKeyPerMinute: number;
  readonly sandboxPerApplicationPerMinute: number;
  readonly keyVerificationsPerServicePerMinute: number;
  readonly anonymousPerIpPerMinute: number;
  readonly consolePerMemberPerMinute: number;
  readonly consoleWritesPerMemberPerMinute: number;
  readonly keysPerApplicationPerHour: number;
  readonly auditVerificationsPerWorkspacePerMinute: number;
  readonly failedAuthPerIpPerMinute: number;
  readonly signInFailuresPerAccount: number;
  readonly signUpsPerIpPerHour: number;
  readonly socketsPerMember: number;
  readonly operationsPerSocket: number;
  readonly invitationsPerPersonPerHour: number;
  readonly mailsPerAccountPerHour: number;
  readonly passwordResetsPerIpPerHour: number;
}

/** Where a request came from. */
export interface Client {
  requestId: string;
  ip: string | null;
  userAgent: string | null;
  idempotencyKey: string | null;
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

export type Rejudge = (knex: Knex) => Promise<Caller>;

export interface Context extends Ports, Scope {
  readonly client: Client;
  readonly caller: Caller;
  /** Reads the caller's credential and membership again. Throws when they have ended. */
  readonly rejudge: Rejudge | null;
  readonly knex: Knex;
  readonly workspaceId: string | null;
  readonly operation: Operation | null;
  /** Whether an adapter runs one of our own documents, which no limit for clients' documents concerns. */
  readonly isOwnDocument: boolean;
  /** Allowances taken for this request, for the rate-limit headers of its answer. */
  readonly allowances: Allowance[];
  /** What the answer's headers tell beside them; shared by all contexts derived from this one. */
  readonly answer: { isReplay: boolean };
  /** Reads a row by id, one query for all that are asked for at once. Only outside transactions. */
  load<M extends typeof BaseModel>(model: M, id: string): Promise<InstanceType<M> | null>;
  /** The rows whose column has the value, by id; one query for all values that are asked for at once. */
  loadMany<M extends typeof BaseModel>(model: M, column: string, value: string): Promise<InstanceType<M>[]>;
  /**
   * Runs the work in a transaction of its own and then the steps registered with `afterCommit`, each awaited
   * before the answer. Under an Idempotency-Key the work happens once and its answer is kept with it. What is
   * slow, and must not hold the transaction open, is prepared before it, unless the answer is kept already.
   */
  transaction<T extends object, Prepared = void>(
    work: (ctx: TransactionContext, prepared: Prepared) => Promise<T>,
    prepare?: () => Promise<Prepared>,
  ): Promise<T>;
}

export interface TransactionContext extends Context {
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
  if (!canBeMember(caller)) throw new Error('The field was reached by nobody known.');
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
