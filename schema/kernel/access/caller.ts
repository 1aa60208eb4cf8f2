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

/** A membership of the person whose session it is. */
export interface SessionMembership extends Membership {
  /** Whether it was given back after the session began, which is refused in it until its person signs in again. */
  isBarred: boolean;
}

export interface Anonymous {
  kind: 'ANONYMOUS';
}

export interface PersonCaller {
  kind: 'PERSON';
  personId: string;
  sessionId: string;
  /** When the access token that was shown expires. */
  tokenExpiresAt: Date;
  /** The workspace chosen for this request, or null where the person has none. */
  membership: Membership | null;
  /** Every active membership, oldest first. */
  memberships: SessionMembership[];
  /** The workspaces in which a membership waits for the person to confirm it, oldest first. */
  unconfirmedIn: string[];
}

/** A program that is a member: it has a role and no person of its own. */
export interface AutomationCaller {
  kind: 'AUTOMATION';
  memberId: string;
  automationId: string;
  credentialId: string;
  /** The version of the credential that the token was got with. */
  credentialVersion: number;
  /** How often its membership had begun when the token was got. */
  activations: number;
  /** When the access token that was shown expires. */
  tokenExpiresAt: Date;
  membership: Membership;
  /** Everyone who ever owned it, made it, or held one of its credentials. */
  persons: string[];
}

/** Since when a key has a successor, and until when it works beside it. */
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
  /** Everyone who made the key or was shown its secret. */
  persons: string[];
  /** Null where nothing takes its place. */
  retirement: Retirement | null;
}

/** An outside agent. It has no role: what it finds and calls is granted to its credential. */
export interface McpCaller {
  kind: 'MCP';
  credentialId: string;
  /** The version of the credential that the token was got with. */
  credentialVersion: number;
  workspaceId: string;
  /** The member in whose name it works. */
  holderId: string;
  scopes: McpScope[];
  /** When the access token that was shown expires. */
  tokenExpiresAt: Date;
  /** Everyone who made the credential, holds it, was shown its secret or consented to a token for it. */
  persons: string[];
  /** What was read for it and is true as long as nothing happens in its workspace. */
  reads: Reads;
}

/** One of the operator's own services, which asks what a live key grants. */
export interface ServiceCaller {
  kind: 'SERVICE';
  name: string;
}

/**
 * Everybody who watches a workspace with the same role, persons and automations apart. What is told to them is worked out
 * once, so it must not depend on which of them asks.
 */
export interface SubscriberGroupCaller {
  kind: 'SUBSCRIBER_GROUP';
  workspaceId: string;
  memberKind: MemberKind;
  role: Role;
}

/** A job of our own. It meets no field of the schema. */
export interface SystemCaller {
  kind: 'SYSTEM';
  job: string;
}

/** Who can be a member of a workspace. */
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
 * What stands for the caller in limits, selections and idempotency keys: all sessions of a person, all tokens of an
 * automation or an MCP credential.
 */
export function subjectOf(caller: MemberCaller | McpCaller): string {
  if (caller.kind === 'MCP') return caller.credentialId;
  return caller.kind === 'PERSON' ? caller.personId : caller.memberId;
}
