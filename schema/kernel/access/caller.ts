import type { ApiKeyScope, Environment } from '../../../db/models/api-key.ts';
import type { McpScope } from '../../../db/models/mcp-consent.ts';
import type { MemberKind, Role } from '../../../db/models/member.ts';
import type { Reads } from '../../values/reads.ts';

/** An active membership of the caller, read with the credential. */
export interface Membership {
  memberId: string;
  workspaceId: string;
  workspaceName: string;
  workspaceSlug: string;
  kind: MemberKind;
  role: Role;
  joinedAt: Date;
}

/** A membership of the session's person. */
export interface SessionMembership extends Membership {
  /** Whether it was restored after the session began; it is then refused until the person signs in again. */
  isBarred: boolean;
}

export interface Anonymous {
  kind: 'ANONYMOUS';
}

export interface PersonCaller {
  kind: 'PERSON';
  personId: string;
  sessionId: string;
  /** When the presented access token expires. */
  tokenExpiresAt: Date;
  /** The workspace chosen for this request; null if the person has none. */
  membership: Membership | null;
  /** Every active membership, oldest first. */
  memberships: SessionMembership[];
  /** The workspaces with a membership that the person has not confirmed, oldest first. */
  unconfirmedIn: string[];
}

/** A program that is a member: it has a role, and no person signs in for it. */
export interface AutomationCaller {
  kind: 'AUTOMATION';
  memberId: string;
  automationId: string;
  credentialId: string;
  /** The version of the credential that the token was issued for. */
  credentialVersion: number;
  /** How often the automation's membership had begun when the token was issued. */
  activations: number;
  /** When the presented access token expires. */
  tokenExpiresAt: Date;
  membership: Membership;
  /** Everyone who owned or created the automation, or received one of its credentials. */
  persons: string[];
}

/** When a key got its successor, and until when both work. */
export interface Retirement {
  succeededAt: Date;
  retiresAt: Date;
}

export interface ApiKeyCaller {
  kind: 'API_KEY';
  keyId: string;
  applicationId: string;
  workspaceId: string;
  environment: Environment;
  scopes: ApiKeyScope[];
  /** Everyone who created the key or saw its secret. */
  persons: string[];
  /** Null if the key has no successor. */
  retirement: Retirement | null;
}

/** An external agent. It has no role; grants to its credential decide which tools it finds and calls. */
export interface McpCaller {
  kind: 'MCP';
  credentialId: string;
  /** The version of the credential that the token was issued for. */
  credentialVersion: number;
  workspaceId: string;
  /** The member in whose name the agent works. */
  holderId: string;
  scopes: McpScope[];
  /** When the presented access token expires. */
  tokenExpiresAt: Date;
  /** Everyone who created or holds the credential, saw its secret, or consented to a token for it. */
  persons: string[];
  /** Reads for this caller, valid until something changes in its workspace. */
  reads: Reads;
}

/** One of the operator's own services, which verifies live keys. */
export interface ServiceCaller {
  kind: 'SERVICE';
  name: string;
}

/**
 * All subscribers of a workspace with the same member kind and role. The server resolves each event once for
 * them, so the result must not depend on a single subscriber.
 */
export interface SubscriberGroupCaller {
  kind: 'SUBSCRIBER_GROUP';
  workspaceId: string;
  memberKind: MemberKind;
  role: Role;
}

/** One of the server's own jobs. It calls no field of the schema. */
export interface SystemCaller {
  kind: 'SYSTEM';
  job: string;
}

/** Callers that can be members of a workspace. */
export type MemberCaller = PersonCaller | AutomationCaller;

export type Caller =
  | Anonymous
  | MemberCaller
  | SubscriberGroupCaller
  | ApiKeyCaller
  | McpCaller
  | ServiceCaller
  | SystemCaller;

export const anonymous: Anonymous = { kind: 'ANONYMOUS' };

export function canBeMember(caller: Caller): caller is MemberCaller {
  return caller.kind === 'PERSON' || caller.kind === 'AUTOMATION';
}

/**
 * Returns the id that represents the caller in limits, selections and idempotency keys. All sessions of a
 * person share it, and all tokens of an automation or MCP credential.
 */
export function subjectOf(caller: MemberCaller | McpCaller): string {
  if (caller.kind === 'MCP') return caller.credentialId;
  return caller.kind === 'PERSON' ? caller.personId : caller.memberId;
}
