import type { Actor, Origin, Target } from '../../db/models/audit.ts';
import type { Event } from '../../db/models/event.ts';
import type { OAuthRecordKind } from '../../db/models/oauth-record.ts';
import type { Succession } from '../../db/oauth-records.ts';
import type { WebhookDelivery } from '../../db/models/webhook-delivery.ts';
import type { McpCaller } from './access/caller.ts';
import type { Finding } from '../values/errors.ts';

/** What the schema asks of the world outside, port by port; `Ports` of `schema/kernel/context.ts` has them all. */

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
  /**
   * Hashes it and does with the hash what is done, in one turn: of strangers who come together, few hold connections of the
   * database at once.
   */
  withHash<Result>(password: string, work: (hash: string) => Promise<Result>): Promise<Result>;
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
  verify(token: string, now: Date): Promise<SessionToken>;
  /** The same of one whose signature was looked at before, for as long as it is good; null of any other. */
  known(token: string, now: Date): SessionToken | null;
}

/** What the access token of a session says. */
export interface SessionToken {
  personId: string;
  sessionId: string;
  expiresAt: Date;
}

export interface AutomationClaims {
  memberId: string;
  credentialId: string;
  credentialVersion: number;
  /** How often the automation's membership had begun by then. */
  activations: number;
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

export interface McpTokens {
  /** Whether the token says of itself that it is an agent's, which is not proven by that. */
  isOne(token: string): boolean;
  /** Whether it says so and that a person consented to it. */
  isOfGrant(token: string): boolean;
  /** What a token says that this instance vouches for. Throws `session_invalid` or `session_expired`. */
  verify(token: string, now: Date): Promise<McpToken>;
}

export interface McpToken extends Pick<McpCaller, 'credentialId' | 'credentialVersion' | 'scopes'> {
  /** Of OAuth, and to which client, where a person consented. */
  grant: { id: string; personId: string; client: string } | null;
  expiresAt: Date;
}

/** Sessions of outside agents, of those revisions of MCP that have them. None proves who calls. */
export interface McpSessions {
  /** Begins one for a credential, in the revision that was negotiated, and gives its id, which is told nowhere else. */
  begin(credentialId: string, protocolVersion: string, now: Date): Promise<string>;
  /** The revision of a session; null where there is none of this credential any more. */
  find(id: string, credentialId: string, now: Date): Promise<string | null>;
  /** Ends it. Whether there was one. */
  end(id: string, credentialId: string, now: Date): Promise<boolean>;
}

/** What the authorization server keeps between two requests. */
export interface OAuthRecords {
  /** Keeps it, also in the place of what is kept by this id. */
  put(kind: OAuthRecordKind, id: string, kept: KeptText): Promise<void>;
  /** Keeps it unless something is kept by this id; of two at once one is told so. */
  add(kind: OAuthRecordKind, id: string, kept: KeptText): Promise<boolean>;
  /** What is kept and has not expired. */
  find(kind: OAuthRecordKind, id: string): Promise<FoundText | null>;
  findByUid(kind: OAuthRecordKind, uid: string): Promise<FoundText | null>;
  /** Marks it as used. False where it was already, is not there or has expired; of two at once one is told true. */
  consume(kind: OAuthRecordKind, id: string): Promise<boolean>;
  /** Keeps it in the place of what is kept by this id. False where nothing is, or it has expired. */
  replace(kind: OAuthRecordKind, id: string, kept: KeptText): Promise<boolean>;
  /** False where nothing was there; of two at once one is told true. */
  remove(kind: OAuthRecordKind, id: string): Promise<boolean>;
  /**
   * Keeps the next refresh token in the place of one, which is used by that. Once more within the leeway, and as long as nobody
   * has used what came in its place, that ends unused and gives way. Otherwise it is
   * `REUSED`, and nothing is kept. Of two at once one comes second. In a transaction alone.
   */
  succeed(id: string, nextId: string, kept: KeptText, leewaySeconds: number): Promise<Succession>;
  /** Removes whatever came of the grant. */
  removeOfGrant(grantId: string): Promise<void>;
}

export interface KeptText {
  text: string;
  expiresAt: Date;
  /** Another name to find it by. */
  uid?: string | undefined;
  /** The grant with which it ends. */
  grantId?: string | undefined;
  /** Of a grant: the consent that it came of. */
  consentId?: string | undefined;
}

export interface FoundText {
  text: string;
  consumedAt: Date | null;
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
export type Changed = WorkspaceChanged | { personId: string };

export interface WorkspaceChanged {
  workspaceId: string;
  /** What marks the head of its chain after the change, where that is told: no other history has the same. */
  head?: string;
  /** And before it. */
  since?: string;
  /** The id of the one row that has changed, of all that is kept for requests; where it is not told it may be any. */
  only?: string;
}

export interface Following<Item> {
  /** The position after which it begins. */
  after: number;
  /** Which of them it is about. */
  accepts: (item: Item) => boolean;
}

/** A delivery as a change has left it, and the position of that change among those of its endpoint. */
export interface DeliveryChange {
  position: number;
  delivery: WebhookDelivery;
}

/** What is told of by position. */
export interface Positioned {
  readonly position: number;
}

/** Hears of all that happened before those who follow do. */
export interface Observer {
  see(event: Event): Promise<void>;
  /** Something personal has changed, such as a session that ended. */
  seePerson(personId: string): Promise<void>;
  tick(): Promise<void>;
}

/** The event log as it grows, and deliveries as they change, on whatever instance. */
export interface Feed {
  /**
   * Tells of a commit, by the id of its transaction. Resolves when this instance has acted on it, and no other goes by what
   * was before: each has acted on it, or its lease has run out.
   */
  poke(changed: Changed, transaction: string): Promise<void>;
  /** The workspace's events in order, without gaps and without end; returning it ends it at once. */
  follow(workspaceId: string, following: Following<Event>): AsyncIterableIterator<Event>;
  /**
   * The deliveries of a webhook endpoint that have changed after the position, in the order of their last changes, and those
   * that will; returning it ends it at once. Where one changes again before it was read, the last change alone is told.
   */
  followDeliveries(endpointId: string, after: number): AsyncIterableIterator<DeliveryChange>;
}

/** The head of a chain as it was signed and kept outside the database. */
export interface HeadAnchor {
  chain: string;
  seq: number;
  hash: string;
  at: string;
}

export interface HeadAnchors {
  /** All anchors of the chain that are kept and whose signatures hold, the latest one last. */
  kept(chain: string): Promise<HeadAnchor[]>;
}

/** Sealing with the master key, which never leaves its port. */
export interface Sealing {
  /** What only this installation opens again, and only under the same name. */
  seal(plaintext: Buffer, name: string): Buffer;
  /** Throws an UnsealError when it was changed, moved, or sealed elsewhere. */
  unseal(sealed: Buffer, name: string): Buffer;
}

/** Keys of single secrets, held open for a moment so that calls that follow each other need not open them anew. */
export interface DataKeys {
  /** Does the work with the key of this id, which is loaded where it is not held. The work must not keep it. */
  using<T>(id: string, load: () => Promise<Buffer>, work: (key: Buffer) => T): Promise<T>;
  /** Lets it go at once, on this instance. */
  drop(id: string): void;
}

/** That a secret is about to be opened. */
export interface Opening {
  workspaceId: string;
  target: Target;
  actor: Actor;
  origin: Origin;
  at: Date;
  changes: Record<string, unknown>;
}

/** Writes openings into the audit log, those of a moment together. */
export interface Openings {
  /** Resolves when the entry is committed. */
  note(opening: Opening): Promise<void>;
}

/** How much waits at once, counted by this process for itself. */
export interface Places {
  /** A place under a key until it is disposed of; null where as many are taken as there may be. */
  take(key: string, most: number): Disposable | null;
}

/** Keeps calls away from where they failed a moment ago; a circuit for each key, of this process alone. */
export interface Breakers {
  /** Lets a call through, or says for how long none is let through. */
  enter(key: string): Entrance;
}

export type Entrance = { pass: Pass } | { pass: null; retryAfterSeconds: number };

/** What is told of a call once it is over; the first word counts. */
export interface Pass {
  succeeded(): void;
  failed(): void;
  /** It says nothing of how the other side is. */
  neither(): void;
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
  'mcp_credential',
  'anonymous',
  'member',
  'member_writes',
  'key_creation',
  'audit_verification',
  'failed_auth',
  'sign_in_failures',
  'sign_ups',
  'client_registrations',
  'all_client_registrations',
  'invitations',
  'account_mails',
  'password_resets',
  'decision_mails',
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
  /** Counts one, unless it is more. */
  take(name: LimitName, subject: string, count?: number): Promise<Allowance>;
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
  /** Whether who founds a workspace proves the address before there is an account: where mails reach people. */
  readonly signUpProvesAddress: boolean;
  /** Whether MCP clients may register themselves (RFC 7591). */
  readonly registersClients: boolean;
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
  readonly mcpPerCredentialPerMinute: number;
  readonly anonymousPerIpPerMinute: number;
  readonly consolePerMemberPerMinute: number;
  readonly consoleWritesPerMemberPerMinute: number;
  readonly keysPerApplicationPerHour: number;
  readonly auditVerificationsPerWorkspacePerMinute: number;
  readonly failedAuthPerIpPerMinute: number;
  readonly signInFailuresPerAccount: number;
  readonly signUpsPerIpPerHour: number;
  readonly clientRegistrationsPerIpPerHour: number;
  readonly clientRegistrationsPerHour: number;
  readonly socketsPerMember: number;
  readonly operationsPerSocket: number;
  readonly operationsPerMember: number;
  readonly invitationsPerPersonPerHour: number;
  readonly mailsPerAccountPerHour: number;
  readonly passwordResetsPerIpPerHour: number;
  readonly decisionMailsPerSubjectPerHour: number;
}
