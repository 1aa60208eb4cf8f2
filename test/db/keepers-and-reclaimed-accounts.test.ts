import { beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../db/migrate.ts';
import { migrations } from '../../db/migrations/index.ts';
import { testDatabase } from '../support/database.ts';

const database = await testDatabase();
const { knex } = database;
const at = '2026-11-20T09:00:00.000Z';
const stamps = { createdAt: at, updatedAt: at };
const before = migrations.filter(({ name }) => name < '0016');
let entries = 0;

async function person(id: string, activations = 1): Promise<void> {
  const proof = { email: id, emailKey: id, name: id, passwordHash: '' };
  await knex('person').insert({ id, ...proof, ...stamps });
  const member = { id: `${id}_member`, workspaceId: 'ws', personId: id, kind: 'HUMAN', role: 'ADMIN' };
  const times = { roleSince: at, activeSince: at, joinedAt: at };
  await knex('member').insert({ ...member, ...times, status: 'ACTIVE', activations, ...stamps });
}

async function entry(action: string, who: string, target: string, outcome = 'SUCCESS'): Promise<void> {
  entries += 1;
  await knex('audit_entry').insert({
    id: `entry_${entries}`,
    chain: 'ws',
    seq: entries,
    at,
    action: `member.automation.${action}`,
    outcome,
    actor: JSON.stringify({ kind: 'MEMBER', id: `${who}_member`, personId: who }),
    targets: JSON.stringify([{ type: 'it', id: target }]),
    origin: '{}',
    previousHash: '',
    hash: '',
  });
}

async function automation(id: string, offeredTo: string | null): Promise<void> {
  await person(id);
  const offer = { offeredTo: offeredTo && `${offeredTo}_member`, offeredAt: offeredTo && at };
  const owner = { ownerId: 'maker_member', ownerActivations: 1, createdBy: 'maker_member' };
  const ours = { id, workspaceId: 'ws', memberId: `${id}_member`, name: id, description: '' };
  await knex('automation').insert({ ...ours, status: 'ACTIVE', ...owner, ...offer, ...stamps });
}

async function session(personId: string, when: 'before' | 'since'): Promise<void> {
  const createdAt = new Date(Date.parse(at) + (when === 'since' ? 0 : -1));
  const ends = { authTime: createdAt, expiresAt: at, idleExpiresAt: at, lastRefreshedAt: createdAt };
  const ours = { id: `${personId}_${when}`, personId, amr: ['pwd'] };
  await knex('session').insert({ ...ours, ...ends, createdAt, updatedAt: at });
}

async function credential(id: string): Promise<void> {
  const secret = { kind: 'SECRET', digest: Buffer.from(id), prefix: id };
  const ours = { id, workspaceId: 'ws', automationId: 'robot', name: id, status: 'ACTIVE', version: 1 };
  await knex('automation_credential').insert({ ...ours, ...secret, createdBy: 'maker_member', ...stamps });
}

beforeAll(async () => {
  await knex.raw('drop schema public cascade; create schema public');
  await migrate(database, before);
  const founder = { email: 'founder', emailKey: 'founder', name: 'founder', passwordHash: '' };
  await knex('person').insert({ id: 'founder', ...founder, ...stamps });
  const workspace = { id: 'ws', name: 'ws', slug: 'ws', status: 'ACTIVE', createdBy: 'founder' };
  await knex('workspace').insert({ ...workspace, ...stamps });
  await knex('audit_head').insert({ chain: 'ws', hash: '', movedAt: at });
  for (const who of ['maker', 'heir']) await person(who);
  await person('rotator', 3);
  await session('maker', 'before');
  await session('rotator', 'before');
  await session('rotator', 'since');
  await automation('robot', 'heir');
  await automation('forgotten', 'heir');
  await automation('kept', null);
  for (const id of ['made', 'rotated', 'unknown']) await credential(id);
  await entry('credential_created', 'maker', 'made');
  await entry('credential_rotated', 'heir', 'made', 'DENIED');
  await entry('credential_created', 'maker', 'rotated');
  await entry('credential_rotated', 'heir', 'rotated');
  await entry('credential_rotated', 'rotator', 'rotated');
  await entry('offered', 'maker', 'robot');
  await entry('offered', 'rotator', 'robot');
  await migrate(database);
});

describe('the migration of older automations and sessions', () => {
  it('sets the issuer of a credential to the member who last created or rotated it, as far as known', async () => {
    const rows = await knex('automation_credential')
      .orderBy('id')
      .select('id', 'issuedBy', 'issuedActivations');

    expect(rows).toEqual([
      { id: 'made', issuedBy: 'maker_member', issuedActivations: 1 },
      { id: 'rotated', issuedBy: 'rotator_member', issuedActivations: 3 },
      { id: 'unknown', issuedBy: 'maker_member', issuedActivations: 1 },
    ]);
  });

  it('bars a session from a membership that was activated again after the session began', async () => {
    const rows = await knex('session').orderBy('id').select('id', 'barredMembers');

    expect(rows).toEqual([
      { id: 'maker_before', barredMembers: [] },
      { id: 'rotator_before', barredMembers: ['rotator_member'] },
      { id: 'rotator_since', barredMembers: [] },
    ]);
  });

  it('sets the author of an offer to the member who last made it, or withdraws the offer', async () => {
    const rows = await knex('automation').orderBy('id').select('id', 'offeredTo', 'offeredBy');

    expect(rows).toEqual([
      { id: 'forgotten', offeredTo: null, offeredBy: null },
      { id: 'kept', offeredTo: null, offeredBy: null },
      { id: 'robot', offeredTo: 'heir_member', offeredBy: 'rotator_member' },
    ]);
  });
});
