import type { Environment } from '../../db/models/api-key.ts';
import type { Actor } from '../../db/models/audit.ts';
import {
  anonymous,
  type ApiKeyCaller,
  type AutomationCaller,
  type Caller,
  type McpCaller,
  type MemberCaller,
  type ServiceCaller,
} from '../../schema/kernel/access/caller.ts';
import { apiKeySnapshot, evaluateApiKey } from '../../schema/keys/api-key/snapshot.ts';
import { targetsOf } from '../../schema/values/attempt.ts';
import { recordDenial, recordDenials } from '../../schema/records/audit/deny.ts';
import { automationActor, personActor } from '../../schema/records/audit/record.ts';
import { automationSnapshotKind, evaluateAutomation } from '../../schema/identity/automation/snapshot.ts';
import type { Ports } from '../../schema/kernel/context.ts';
import { createContext } from '../../schema/command/create-context.ts';
import {
  agentTokenInvalid,
  refusalOf,
  refuse,
  sessionInvalid,
  type Refusal,
} from '../../schema/values/errors.ts';
import { countFailure } from '../../schema/kernel/limit.ts';
import {
  nameOfGrant,
  oauthGrants,
  type OAuthGrant,
} from '../../schema/identity/mcp-credential/oauth-grant.ts';
import { evaluateMcpCredential } from '../../schema/identity/mcp-credential/snapshot.ts';
import { agentSnapshots } from '../../schema/identity/mcp-credential/agent-snapshots.ts';
import { chooseMembership } from '../../schema/identity/member/choose.ts';
import { Reads } from '../../schema/values/reads.ts';
import { kindOfSecret, type SecretKind } from '../../schema/values/secret.ts';
import { evaluateSession, sessionSnapshots } from '../../schema/identity/session/snapshot.ts';
import { bearerOf, clientOf, workspaceHeaderOf, type Arrival } from './arrival.ts';
import type { SurfacePorts } from './surface.ts';

/** The kind of credential that a surface accepts. */
export type Credential = 'none' | 'session' | 'sandboxKey' | 'liveKey' | 'service' | 'mcp';

/** Returns the caller for a kind of credential. Throws a refusal, and counts those that may be guesses. */
export async function verify(ports: SurfacePorts, arrival: Arrival, credential: Credential): Promise<Caller> {
  if (credential === 'none') return anonymous;
  try {
    if (credential === 'service') return verifyService(ports, arrival);
    if (credential === 'sandboxKey') return await verifyKey(ports, arrival, 'SANDBOX');
    if (credential === 'liveKey') return await verifyKey(ports, arrival, 'LIVE');
    if (credential === 'mcp') return await verifyAgent(ports, arrival);
    return await verifySession(ports, arrival);
  } catch (error) {
    throw await counted(ports, arrival, error);
  }
}

async function verifySession(ports: Ports, arrival: Arrival): Promise<MemberCaller> {
  const token = bearerOf(arrival);
  if (!token)
    throw withoutToken(
      arrival,
      'session_missing',
      'This operation needs a session: `Authorization: Bearer <ACCESS_TOKEN>` from sign-in.',
    );
  const now = ports.clock.now();
  const kind = kindOfSecret(token);
  if (kind) throw refuse('session_invalid', insteadOfSession[kind]);
  if (ports.automationTokens.isOne(token)) return await verifyAutomation(ports, arrival, token);
  if (ports.mcpTokens.isOne(token)) throw refuse('session_invalid', agentInsteadOfSession);
  const { personId, sessionId, expiresAt } = await ports.tokens.verify(token, now);
  const person = evaluateSession(await ports.snapshots.of(sessionSnapshots, sessionId), now);
  if (person.personId !== personId) throw sessionInvalid();
  try {
    return {
      ...person,
      tokenExpiresAt: expiresAt,
      membership: chooseMembership(person, workspaceHeaderOf(arrival)),
    };
  } catch (error) {
    await auditWorkspaceDenial(ports, arrival, { chain: personId, actor: personActor(personId) }, error);
    throw error;
  }
}

async function verifyAutomation(ports: Ports, arrival: Arrival, token: string): Promise<AutomationCaller> {
  const now = ports.clock.now();
  const claims = await ports.automationTokens.verify(token, now);
  const { memberId, expiresAt: tokenExpiresAt } = claims;
  const snapshot = await ports.snapshots.of(automationSnapshotKind, claims.credentialId);
  if (snapshot?.memberId !== memberId) throw sessionInvalid();
  try {
    const caller = evaluateAutomation(snapshot, claims, now);
    chooseMembership(
      { memberships: [{ ...caller.membership, isBarred: false }] },
      workspaceHeaderOf(arrival),
    );
    return { ...caller, tokenExpiresAt };
  } catch (error) {
    const { workspaceId: chain } = snapshot;
    await auditWorkspaceDenial(ports, arrival, { chain, actor: automationActor(memberId) }, error);
    throw error;
  }
}

const signingInsteadOfSession =
  'This is a signing secret, which only verifies webhooks. Send an access token from sign-in instead.';

const insteadOfSession: Record<SecretKind, string> = {
  ak_sandbox: 'This is an API key, which works at /v1/sandbox. Send an access token from sign-in instead.',
  ak_live: 'This is an API key. Send an access token from sign-in instead.',
  acs: 'This is an automation’s secret. Exchange it for an access token at POST /api/auth/automation/token, and send that token.',
  mcs: 'This is the secret of an MCP credential, which works only at POST /oauth/token. Send an access token from sign-in instead.',
  rt: 'This is a refresh token. Exchange it for an access token at POST /api/auth/refresh, and send that token.',
  tok_invite:
    'This is an invitation token. Send it in the body, and an access token from sign-in in this header.',
  tok_verify: 'This is a token from a mail. Send it in the body of POST /api/auth/verify-email.',
  tok_reset: 'This is a token from a mail. Send it in the body of POST /api/auth/password-reset/confirm.',
  tok_signup: 'This is a token from a mail. Send it in the body of POST /api/auth/sign-up/confirm.',
  whsec_sandbox: signingInsteadOfSession,
  whsec_live: signingInsteadOfSession,
};

const agentInsteadOfSession =
  'This is an MCP access token, which works at POST /mcp and /api/gateway/v1. Send an access token from sign-in instead.';

function verifyService(ports: Ports, arrival: Arrival): ServiceCaller {
  const credential = bearerOf(arrival);
  if (!credential)
    throw withoutToken(
      arrival,
      'credential_missing',
      'This operation needs a credential of SERVICE_CREDENTIALS: `Authorization: Bearer <credential>`.',
    );
  const name = ports.services.nameOf(credential);
  if (!name)
    throw refuse('credential_invalid', 'The service credential is not in SERVICE_CREDENTIALS. Check it.');
  return { kind: 'SERVICE', name };
}

const keyExamples: Record<Environment, string> = {
  SANDBOX: 'a sandbox key: `Authorization: Bearer ak_sandbox_…`.',
  LIVE: 'a live key: `Authorization: Bearer ak_live_…`.',
};

async function verifyKey(ports: Ports, arrival: Arrival, environment: Environment): Promise<ApiKeyCaller> {
  const secret = bearerOf(arrival);
  const example = keyExamples[environment];
  if (!secret) throw withoutToken(arrival, 'credential_missing', `This operation needs ${example}`);
  if (isJwt.test(secret))
    throw refuse('credential_invalid', `This is an access token. This operation needs ${example}`);
  const kind = kindOfSecret(secret);
  // The checksum rejects a typo or a guess without a query.
  const isKey = kind === 'ak_sandbox' || kind === 'ak_live';
  const snapshot = isKey ? await apiKeySnapshot(ports, secret) : null;
  return evaluateApiKey(snapshot, environment, ports.clock.now());
}

async function verifyAgent(ports: SurfacePorts, arrival: Arrival): Promise<McpCaller> {
  const token = bearerOf(arrival);
  if (!token) throw withoutAgentToken(arrival);
  const now = ports.clock.now();
  const { expiresAt: tokenExpiresAt, scopes, grant, ...got } = await ports.mcpTokens.verify(token, now);
  if (grant) await assertGrant(ports, grant, now);
  const known = await ports.snapshots.of(agentSnapshots, got.credentialId);
  const judged = evaluateMcpCredential(known?.snapshot ?? null, got, now);
  return { ...judged, scopes, tokenExpiresAt, reads: known?.reads ?? new Reads() };
}

// A second use of its code has ended the grant (RFC 6749 §4.1.2).
async function assertGrant({ snapshots }: Ports, grant: OAuthGrant, now: Date): Promise<void> {
  const found = await snapshots.of(oauthGrants, nameOfGrant(grant));
  if (!found || now >= found.endsAt) throw agentTokenInvalid();
}

function withoutAgentToken({ headers }: Arrival): Refusal {
  const needed =
    'This operation needs an MCP access token: `Authorization: Bearer <ACCESS_TOKEN>`, from an MCP credential.';
  if (headers.authorization === undefined) return refuse('credential_missing', needed);
  return refuse('credential_malformed', `${noBearer} ${needed}`);
}

const noBearer = 'The Authorization header has no token. Send the word `Bearer`, a space and the token.';

const isJwt = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/;

// A header with the placeholder `Bearer <accessToken>` was sent, but contains no token.
function withoutToken(
  { headers }: Arrival,
  code: 'session_missing' | 'credential_missing',
  needed: string,
): Refusal {
  const sent = headers.authorization === undefined ? '' : `${noBearer} `;
  return refuse(code, sent + needed);
}

async function counted(ports: Ports, arrival: Arrival, error: unknown): Promise<unknown> {
  const refusal = refusalOf(error);
  if (refusal?.code === 'integrity_check_failed')
    await recordDenials(createContext(ports, clientOf(arrival)), [refusal]);
  if (refusal?.status !== 401 || refusal.code.endsWith('_missing')) return error;
  return await countFailure(ports.limiter, arrival.ip, refusal);
}

async function auditWorkspaceDenial(
  ports: Ports,
  arrival: Arrival,
  { chain, actor }: { chain: string; actor: Actor },
  error: unknown,
): Promise<void> {
  const refusal: Refusal | null = refusalOf(error);
  if (refusal?.code !== 'workspace_access_denied') return;
  const ctx = createContext(ports, clientOf(arrival));
  const targets = targetsOf(workspaceHeaderOf(arrival));
  await recordDenial(ctx, { action: 'workspace.choose', refusal, chain, actor, targets });
}
