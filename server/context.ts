import type { IncomingHttpHeaders } from 'node:http';
import type { Credential } from '../adapters/rest/route.ts';
import type { Actor } from '../db/models/audit.ts';
import {
  anonymous,
  canBeMember,
  subjectOf,
  type ApiKeyCaller,
  type AutomationCaller,
  type Caller,
  type MemberCaller,
  type PersonCaller,
  type ServiceCaller,
} from '../schema/access/caller.ts';
import { apiKeySnapshot, judgeApiKey } from '../schema/api-key/snapshot.ts';
import { targetsOf } from '../schema/attempt.ts';
import { recordDenial } from '../schema/audit/deny.ts';
import { automationActor, personActor } from '../schema/audit/record.ts';
import { automationSnapshot, judgeAutomation } from '../schema/automation/snapshot.ts';
import type { Client, Context, Ports, Rejudge } from '../schema/context.ts';
import { createContext } from '../schema/create-context.ts';
import { refusalOf, refuse, sessionInvalid, type Refusal } from '../schema/errors.ts';
import { addressOf, countFailure, enforce } from '../schema/limit.ts';
import { chooseMembership } from '../schema/member/choose.ts';
import { kindOfSecret, type SecretKind } from '../schema/secret.ts';
import { judgeSession, sessionSnapshot } from '../schema/session/snapshot.ts';

/** What a request brings along, however it came. */
export interface Arrival {
  id: string;
  ip: string;
  headers: IncomingHttpHeaders;
}

/** Verifies the credential and chooses the workspace. Throws the refusal: 401 for the one, 403 for the other. */
export async function contextOf(ports: Ports, arrival: Arrival, credential: Credential): Promise<Context> {
  const caller = await verify(ports, arrival, credential);
  return createContext(ports, clientOf(arrival), caller, rejudgeOf(ports, caller));
}

/** Counts the request against the limits of the caller or, of nobody, the address, and a key as used. Throws `rate_limited`. */
export async function countRequest(ctx: Context): Promise<void> {
  const { caller } = ctx;
  if (caller.kind === 'ANONYMOUS') await enforce(ctx, 'anonymous', addressOf(ctx.client.ip));
  if (canBeMember(caller)) await enforce(ctx, 'member', subjectOf(caller));
  if (caller.kind === 'SERVICE') await enforce(ctx, 'service', caller.name);
  if (caller.kind !== 'API_KEY') return;
  await enforce(ctx, 'sandbox_key', caller.keyId);
  await enforce(ctx, 'sandbox_application', caller.applicationId);
  ctx.keyUse.touch(caller.keyId, ctx.clock.now(), ctx.client.ip);
}

async function verify(ports: Ports, arrival: Arrival, credential: Credential): Promise<Caller> {
  if (credential === 'none') return anonymous;
  try {
    if (credential === 'service') return verifyService(ports, arrival);
    if (credential === 'sandboxKey') return await verifySandboxKey(ports, arrival);
    return await verifySession(ports, arrival);
  } catch (error) {
    throw await counted(ports, arrival, error);
  }
}

async function verifySession(ports: Ports, arrival: Arrival): Promise<MemberCaller> {
  const token = bearerOf(arrival.headers);
  if (!token)
    throw refuse(
      'session_missing',
      'This needs a session: `Authorization: Bearer <ACCESS_TOKEN>` from sign-in.',
    );
  const now = ports.clock.now();
  const kind = kindOfSecret(token);
  if (kind) throw refuse('session_invalid', insteadOfSession[kind]);
  if (ports.automationTokens.isOne(token)) return await verifyAutomation(ports, arrival, token);
  const { personId, sessionId, expiresAt } = await ports.tokens.verify(token, now);
  const person = judgeSession(await sessionSnapshot(ports.database.knex, sessionId), now);
  if (person.personId !== personId) throw sessionInvalid();
  try {
    return {
      ...person,
      tokenExpiresAt: expiresAt,
      membership: chooseMembership(person.memberships, workspaceHeaderOf(arrival.headers)),
    };
  } catch (error) {
    await auditWorkspaceDenial(ports, arrival, { chain: personId, actor: personActor(personId) }, error);
    throw error;
  }
}

async function verifyAutomation(ports: Ports, arrival: Arrival, token: string): Promise<AutomationCaller> {
  const now = ports.clock.now();
  const claims = await ports.automationTokens.verify(token, now);
  const { memberId, credentialId, credentialVersion, expiresAt: tokenExpiresAt } = claims;
  const snapshot = await automationSnapshot(ports.database.knex, credentialId);
  if (snapshot?.memberId !== memberId) throw sessionInvalid();
  try {
    const caller = judgeAutomation(snapshot, credentialVersion, now);
    chooseMembership([caller.membership], workspaceHeaderOf(arrival.headers));
    return { ...caller, tokenExpiresAt };
  } catch (error) {
    const { workspaceId: chain } = snapshot;
    if (refusalOf(error)?.code === 'workspace_access_denied')
      await auditWorkspaceDenial(ports, arrival, { chain, actor: automationActor(memberId) }, error);
    throw error;
  }
}

const insteadOfSession: Record<SecretKind, string> = {
  ak_sandbox: 'This is an API key, which works at /v1/sandbox. Send an access token from sign-in here.',
  ak_live: 'This is an API key. Send an access token from sign-in here.',
  acs: 'This is an automation’s secret. Trade it for an access token at POST /api/auth/automation/token, and send that one here.',
  rt: 'This is a refresh token. Trade it for an access token at POST /api/auth/refresh, and send that one here.',
  tok_invite:
    'This is the token of an invitation. Send it in the body, and an access token from sign-in here.',
  tok_verify: 'This is a token from a mail. Send it in the body of POST /api/auth/verify-email.',
  tok_reset: 'This is a token from a mail. Send it in the body of POST /api/auth/password-reset/confirm.',
};

function rejudgeOf(ports: Ports, caller: Caller): Rejudge | null {
  if (caller.kind === 'PERSON') return rejudgePerson(ports, caller);
  return caller.kind === 'AUTOMATION' ? rejudgeAutomation(ports, caller) : null;
}

function rejudgeAutomation({ clock }: Ports, caller: AutomationCaller): Rejudge {
  const { credentialId, credentialVersion } = caller;
  return async (knex) => ({
    ...caller,
    ...judgeAutomation(await automationSnapshot(knex, credentialId), credentialVersion, clock.now()),
  });
}

function rejudgePerson({ clock }: Ports, caller: PersonCaller): Rejudge {
  const { sessionId, membership } = caller;
  return async (knex) => {
    const person = judgeSession(await sessionSnapshot(knex, sessionId), clock.now());
    return {
      ...caller,
      ...person,
      membership: membership && chooseMembership(person.memberships, membership.workspaceId),
    };
  };
}

function verifyService(ports: Ports, { headers }: Arrival): ServiceCaller {
  const credential = bearerOf(headers);
  if (!credential)
    throw refuse(
      'credential_missing',
      'This needs a credential of SERVICE_CREDENTIALS: `Authorization: Bearer <credential>`.',
    );
  const name = ports.services.nameOf(credential);
  if (!name)
    throw refuse('credential_invalid', 'The service credential is not one that SERVICE_CREDENTIALS knows.');
  return { kind: 'SERVICE', name };
}

async function verifySandboxKey(ports: Ports, { headers }: Arrival): Promise<ApiKeyCaller> {
  const secret = bearerOf(headers);
  if (!secret)
    throw refuse('credential_missing', 'This needs a sandbox key: `Authorization: Bearer ak_sandbox_…`.');
  if (isJwt.test(secret))
    throw refuse(
      'credential_invalid',
      'This is an access token. The sandbox takes a sandbox key: `Authorization: Bearer ak_sandbox_…`.',
    );
  const kind = kindOfSecret(secret);
  // The checksum refuses a typo or a guess before the database is asked.
  const isKey = kind === 'ak_sandbox' || kind === 'ak_live';
  const snapshot = isKey ? await apiKeySnapshot(ports.database.knex, secret) : null;
  return judgeApiKey(snapshot, 'SANDBOX', ports.clock.now());
}

const isJwt = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/;

/** RFC 6750 §2.1: the scheme's case does not matter; anything else is no bearer credential. */
function bearerOf({ authorization }: IncomingHttpHeaders): string | null {
  return /^bearer +([\w.~+/=-]+) *$/i.exec(authorization ?? '')?.[1] ?? null;
}

function workspaceHeaderOf(headers: IncomingHttpHeaders): string | undefined {
  const header = headers['x-workspace-id'];
  return Array.isArray(header) ? header.join(',') : header;
}

async function counted(ports: Ports, { ip }: Arrival, error: unknown): Promise<unknown> {
  const refusal = refusalOf(error);
  if (refusal?.status !== 401 || refusal.code.endsWith('_missing')) return error;
  return await countFailure(ports.limiter, ip, refusal);
}

async function auditWorkspaceDenial(
  ports: Ports,
  arrival: Arrival,
  { chain, actor }: { chain: string; actor: Actor },
  error: unknown,
): Promise<void> {
  const refusal: Refusal | null = refusalOf(error);
  if (!refusal) return;
  const ctx = createContext(ports, clientOf(arrival));
  const targets = targetsOf(workspaceHeaderOf(arrival.headers));
  await recordDenial(ctx, { action: 'workspace.choose', refusal, chain, actor, targets });
}

function clientOf({ id, ip, headers }: Arrival): Client {
  return {
    requestId: id,
    ip,
    userAgent: headers['user-agent']?.slice(0, 300) ?? null,
    idempotencyKey: headers['idempotency-key']?.toString() ?? null,
  };
}
