import type { Knex } from 'knex';
import { afterAll } from 'vitest';
import { roles, type Role } from '../../db/models/member.ts';
import { Person } from '../../db/models/person.ts';
import type { Caller } from '../../schema/kernel/access/caller.ts';
import { refusalOf, type Refusal } from '../../schema/values/errors.ts';
import { contextOf } from '../../adapters/http/context.ts';
import { type TestApp } from '../support/app.ts';
import { agentToken } from '../support/agents.ts';
import { automationOf } from '../support/automations.ts';
import { redirectUriOf } from '../../schema/connect/connection/authorize.ts';
import { serviceCredential } from '../support/instance.ts';
import { keyValueVault } from '../support/key-value-vault.ts';
import { startOidcProvider } from '../support/oidc-provider.ts';
import { provider } from '../support/provider.ts';
import { applicationWithKey, cast, type Cast } from '../support/people.ts';
import type { Place } from './matrix.place.ts';

/** A caller of the matrix: a member by role, or a caller without a role. */
export interface MatrixCaller {
  name: string;
  kind: 'AGENT' | 'ANONYMOUS' | 'AUTOMATION' | 'KEY' | 'PERSON' | 'SERVICE';
  token?: string;
  /** The value of the X-Workspace-Id header. */
  workspace?: string;
  /** The role of an active membership in the workspace of the request. */
  role?: Role;
  /** Null if the caller is no person. */
  email: string | null;
  /** The caller that the credential and the header lead to, or the refusal. */
  arrived: Caller | Refusal;
  /** Creates another caller of the same kind. */
  another: () => Promise<MatrixCaller>;
}

type Seen = Pick<MatrixCaller, 'name' | 'kind' | 'token' | 'workspace' | 'role'>;

/** The widest role of an automation, and one that builds. */
const automationRoles = ['ADMIN', 'DEVELOPER'] as const;

/** Creates a workspace with every role, a second workspace, and callers who belong to neither. */
export async function matrixWorld(
  t: TestApp,
): Promise<{ here: Place; there: Place; callers: MatrixCaller[] }> {
  const company = await cast(t);
  const strangers = await cast(t);
  const here = await placeOf(t, company);
  const there = await placeOf(t, strangers);
  const ways = [
    ...roles.map((role) => async () => await member(company, role)),
    ...automationRoles.map((role) => async () => await automation(t, company, role)),
    async () => await suspendedMember(t, company),
    async () => await memberOfNothing(t),
    async () => await Promise.resolve({ name: 'ANONYMOUS', kind: 'ANONYMOUS' as const }),
    async () => await sandboxKey(t, company),
    async () => await agent(t, company),
    async () =>
      await Promise.resolve({ name: 'SERVICE', kind: 'SERVICE' as const, token: serviceCredential }),
  ];
  const callers: MatrixCaller[] = [];
  for (const way of ways) callers.push(await arriving(t, way));
  const owner = callers.find(({ role }) => role === 'OWNER');
  return { here: { ...here, ...tryingOwner(owner) }, there, callers };
}

/** Creates a workspace with two owners: one who creates the subjects, and one who tries every operation. */
export async function ownersWorld(t: TestApp): Promise<{ here: Place; caller: MatrixCaller }> {
  const company = await cast(t);
  const here = await placeOf(t, company);
  const caller = await arriving(t, async () => await member(company, 'OWNER'));
  return { here: { ...here, ...tryingOwner(caller) }, caller };
}

function tryingOwner(owner: MatrixCaller | undefined): Pick<Place, 'tryingOwner'> {
  return owner && 'personId' in owner.arrived ? { tryingOwner: owner.arrived.personId } : {};
}

async function placeOf(t: TestApp, { owner, workspaceId, another }: Cast): Promise<Place> {
  const openId = await startOidcProvider(redirectUriOf(t.ports));
  afterAll(async () => await openId[Symbol.asyncDispose]());
  const hosts = { vault: await keyValueVault(), provider: await provider(), openId };
  return { t, owner, colleague: await another('ADMIN'), workspaceId, ...hosts };
}

async function arriving(t: TestApp, way: () => Promise<Seen>): Promise<MatrixCaller> {
  const seen = await way();
  const arrived = await arrivalOf(t, seen);
  return { ...seen, arrived, email: await emailOf(t, arrived), another: async () => await arriving(t, way) };
}

async function emailOf({ ports }: TestApp, arrived: Caller | Refusal): Promise<string | null> {
  if (!('kind' in arrived) || arrived.kind !== 'PERSON') return null;
  const person = await Person.query(ports.database.knex).findById(arrived.personId);
  return person?.email ?? null;
}

async function arrivalOf(t: TestApp, { kind, token, workspace }: Seen): Promise<Caller | Refusal> {
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(workspace && { 'x-workspace-id': workspace }),
  };
  const credential = {
    AGENT: 'mcp',
    ANONYMOUS: 'none',
    AUTOMATION: 'session',
    KEY: 'sandboxKey',
    PERSON: 'session',
    SERVICE: 'service',
  } as const;
  try {
    return (await contextOf(t.ports, { id: 'req_matrix', ip: '127.0.0.1', headers }, credential[kind]))
      .caller;
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    return refusal;
  }
}

async function member(company: Cast, role: Role): Promise<Seen> {
  const { token, workspaceId: workspace } = await company.another(role);
  return { name: role, kind: 'PERSON', token, workspace, role };
}

async function automation(t: TestApp, company: Cast, role: Role): Promise<Seen> {
  const { token } = await automationOf(t, company, { role });
  return { name: `AUTOMATION AS ${role}`, kind: 'AUTOMATION', token, workspace: company.workspaceId, role };
}

async function suspendedMember(t: TestApp, company: Cast): Promise<Seen> {
  const { token, memberId, workspaceId: workspace } = await company.another('DEVELOPER');
  await t.rest('POST', `/api/console/members/${memberId}/suspend`, { as: company.owner, workspace });
  return { name: 'SUSPENDED MEMBER', kind: 'PERSON', token, workspace };
}

/** Creates a person whom another owner removed from their only workspace. */
async function memberOfNothing(t: TestApp): Promise<Seen> {
  const { owner, another, workspaceId: workspace } = await cast(t);
  const heir = await another('OWNER');
  await t.rest('DELETE', `/api/console/members/${owner.memberId}`, { as: heir, workspace });
  return { name: 'NO MEMBERSHIP', kind: 'PERSON', token: owner.token };
}

async function sandboxKey(t: TestApp, company: Cast): Promise<Seen> {
  const { secret } = await applicationWithKey(t, company);
  return { name: 'SANDBOX KEY', kind: 'KEY', token: secret };
}

/** Creates an agent without grants. */
async function agent(t: TestApp, { owner, workspaceId: workspace }: Cast): Promise<Seen> {
  const body = { name: 'agent' };
  const made = await t.rest('POST', '/api/console/mcp/credentials', { as: owner, workspace, body });
  return { name: 'AGENT', kind: 'AGENT', token: await agentToken(t, { credentialId: made.body.id }) };
}

/** The tables that a refusal, a concurrent request or a heartbeat writes. */
const written = ['audit_entry', 'event', 'idempotency', 'instance_lease'];
let tables: string[] | undefined;

async function tablesIn(knex: Knex): Promise<string[]> {
  const rows = await knex('information_schema.columns')
    .where({ tableSchema: 'public', columnName: 'id' })
    .whereNotIn('tableName', written)
    .select<{ tableName: string }[]>('tableName');
  return rows.map(({ tableName }) => tableName);
}

/** Returns a digest of every row that an operation could change. */
export async function fingerprint({ t: { ports } }: Place): Promise<unknown> {
  const { knex } = ports.database;
  tables ??= await tablesIn(knex);
  const digests = tables.map(
    (table) => `(select md5(string_agg(it::text, '|' order by id)) from ${table} it) as ${table}`,
  );
  const { rows } = await knex.raw(`select ${digests.join(', ')}`);
  return rows[0];
}
