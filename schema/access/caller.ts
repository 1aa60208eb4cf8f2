import type { ApiKeyScope, Environment } from '../../db/models/api-key.ts';
import type { MemberKind, Role } from '../../db/models/member.ts';

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
  memberships: Membership[];
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
  /** Since when the key has a successor, and until when it works beside it. */
  retirement: { succeededAt: Date; retiresAt: Date } | null;
}

/** One of the operator's own services, which asks what a live key grants. */
export interface ServiceCaller {
  kind: 'SERVICE';
  name: string;
}

/**
 * Everybody who watches a workspace with the same role. What is told to them is worked out once, so it must not
 * depend on which of them asks.
 */
export interface AudienceCaller {
  kind: 'AUDIENCE';
  workspaceId: string;
  role: Role;
}

/** A job of our own. It meets no field of the schema. */
export interface SystemCaller {
  kind: 'SYSTEM';
  job: string;
}

export type Caller = Anonymous | PersonCaller | AudienceCaller | ApiKeyCaller | ServiceCaller | SystemCaller;

export const anonymous: Anonymous = { kind: 'ANONYMOUS' };
