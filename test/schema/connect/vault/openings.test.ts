import { expect, it } from 'vitest';
import { AuditEntry } from '../../../../db/models/audit.ts';
import { createSystemContext } from '../../../../schema/command/create-context.ts';
import { openedAction } from '../../../../schema/connect/vault/note-openings.ts';
import { verifyChain } from '../../../../schema/records/audit/verify.ts';
import { createOpenings } from '../../../../server/vault/openings.ts';
import { testApp } from '../../../support/app.ts';
import { count } from '../../../support/count.ts';
import { cast } from '../../../support/people.ts';
import { random } from '../../../support/seed.ts';

const t = await testApp();
const { owner, workspaceId } = await cast(t);
const { knex } = t.ports.database;

const target = { type: 'credential_reference', id: 'cref_of_a_test' };
const opening = (purpose: string) => ({
  workspaceId,
  target,
  actor: { kind: 'SYSTEM' as const, id: 'a "quoted" \\ actor', personId: null },
  origin: { requestId: 'req_1', ip: null, userAgent: 'a test, with ünïcode \u{1F511}' },
  at: t.clock.now(),
  changes: { version: 1, purpose },
});
const createProject = async (name: string) =>
  await t.rest('POST', '/api/console/projects', { as: owner, workspace: workspaceId, body: { name } });
const purposes = async () =>
  (await AuditEntry.query(knex).where({ action: openedAction }).orderBy('seq')).map(
    ({ changes }) => changes?.['purpose'],
  );

it('each opening has one entry in a valid chain, whatever else and whoever else writes to it', async () => {
  const next = random();
  const processes = [createOpenings(knex), createOpenings(knex), createOpenings(knex)];
  const noted: string[] = [];
  const rounds = count(2_000);
  for (let round = 0; round < rounds; round += 1) {
    const work = Array.from({ length: 1 + Math.floor(next() * 4) }, async (_, at) => {
      const purpose = `${round}/${at}`;
      if (next() < 0.2) await createProject(purpose);
      else {
        noted.push(purpose);
        await processes[Math.floor(next() * processes.length)]?.note(opening(purpose));
      }
    });
    await Promise.all(work);
  }

  const found = (await purposes()).map(String);
  expect([found.length, new Set(found)]).toEqual([noted.length, new Set(noted)]);
  const verified = await verifyChain(createSystemContext(t.ports, 'test', workspaceId), workspaceId);
  expect(verified.firstBad).toBeNull();
});

it('an opening takes one statement, unless another process wrote to the chain since', async () => {
  const [one, other] = [createOpenings(knex), createOpenings(knex)];
  const statementsOf = async (openings: typeof one) =>
    (await t.statementsOf(async () => await openings.note(opening('counted')))).length;
  await one.note(opening('first'));

  expect(await statementsOf(one)).toBe(1);
  expect(await statementsOf(one)).toBe(1);
  await other.note(opening('elsewhere'));
  expect(await statementsOf(one)).toBeGreaterThan(1);
  expect(await statementsOf(one)).toBe(1);
});

it('an opening that cannot be written is refused, and others are written', async () => {
  const openings = createOpenings(knex);
  await openings.note(opening('before'));
  const unwritable = {
    ...opening('unwritable'),
    actor: { kind: 'SYSTEM', id: '\u0000', personId: null } as const,
  };

  const others = ['with', 'beside'].map(async (purpose) => await openings.note(opening(purpose)));
  await expect(openings.note(unwritable)).rejects.toThrow();
  await Promise.all(others);
  await openings.note(opening('after'));

  const all = await purposes();
  expect(all).not.toContain('unwritable');
  expect(all).toEqual(expect.arrayContaining(['with', 'beside']));
  expect(all.at(-1)).toBe('after');
});
