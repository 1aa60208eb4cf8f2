import { describe, expect, it } from 'vitest';
import { approvalsOf, askedOf } from '../../../support/approvals.ts';
import { testApp } from '../../../support/app.ts';
import { cast } from '../../../support/people.ts';
import { entriesOf, eventsOf } from '../../../support/trail.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' }, { isChecked: true });
const { knex } = t.ports.database;
const everyone = await cast(t);
const { owner, workspaceId: workspace } = everyone;
const [admin, developer] = [await everyone.as('ADMIN'), await everyone.as('DEVELOPER')];
const { ask, approve, requestFor, suspend, revoke } = approvalsOf(t, everyone);

const keysOf = (applicationId: string) => `/api/console/applications/${applicationId}/keys`;
const create = async (applicationId: string, name: string, environment = 'LIVE') =>
  (
    await t.rest('POST', keysOf(applicationId), {
      as: owner,
      workspace,
      body: { name, environment, scopes: ['read'] },
    })
  ).body;
const read = async (applicationId: string, id: string) =>
  (await t.rest('GET', `${keysOf(applicationId)}/${id}`, { as: owner, workspace })).body;
const succeed = async (applicationId: string, id: string) =>
  await t.rest('POST', `${keysOf(applicationId)}/${id}/successor`, {
    as: owner,
    workspace,
    body: { name: 'next' },
  });

async function approved(): Promise<string> {
  const asked = await ask(developer);
  await approve(asked, admin);
  return asked.applicationId;
}

describe('spec §3: a revocation of production access', () => {
  it('revokes the active live keys of its application, with an event and an entry for each', async () => {
    const [applicationId, other] = [await approved(), await approved()];
    const keys = [await create(applicationId, 'a'), await create(applicationId, 'b')];
    const gone = await create(applicationId, 'gone');
    await t.rest('POST', `${keysOf(applicationId)}/${gone.id}/revoke`, { as: owner, workspace });
    const kept = [await create(applicationId, 'sandbox', 'SANDBOX'), await create(other, 'elsewhere')];
    const since = (await eventsOf(t, workspace)).length;
    t.clock.advance({ minutes: 1 });

    await revoke(applicationId, owner);

    const told = (await eventsOf(t, workspace)).slice(since);
    expect(told).toMatchObject([
      { type: 'application.production_access.revoked' },
      ...keys.map(({ id }) => ({
        type: 'api_key.revoked',
        resource: { type: 'api_key', id, version: 2 },
        actor: { kind: 'MEMBER', id: owner.memberId },
        data: { status: 'REVOKED' },
      })),
    ]);
    expect((await entriesOf(t, workspace)).slice(-2)).toMatchObject(
      keys.map(({ id }) => ({
        action: 'api_key.revoked',
        outcome: 'SUCCESS',
        targets: [{ type: 'api_key', id }],
        reason: 'Production access was revoked.',
      })),
    );
    for (const { id } of keys)
      expect(await read(applicationId, id)).toMatchObject({
        status: 'REVOKED',
        effectiveStatus: 'REVOKED',
        revokedAt: t.clock.now().toISOString(),
        revokeReason: 'Production access was revoked.',
      });
    expect(await read(applicationId, kept[0].id)).toMatchObject({ status: 'ACTIVE', revokedAt: null });
    expect(await read(other, kept[1].id)).toMatchObject({ status: 'ACTIVE', revokedAt: null });
  });

  it('differs from a suspension, which leaves the keys unchanged', async () => {
    const applicationId = await approved();
    const { id } = await create(applicationId, 'a');

    await suspend(applicationId, owner);

    expect(await read(applicationId, id)).toMatchObject({ status: 'ACTIVE', effectiveStatus: 'BLOCKED' });
  });

  it('locks the keys before the head of the log, and ends a pending request too', async () => {
    const applicationId = await approved();
    const { id } = await create(applicationId, 'a');
    await suspend(applicationId, owner);
    askedOf(await requestFor(applicationId, developer));
    const statements: string[] = [];
    const keep = ({ sql }: { sql: string }) => void statements.push(sql);
    knex.on('query', keep);

    await revoke(applicationId, owner);

    knex.off('query', keep);
    const locks = statements.flatMap((sql) => {
      if (sql.includes('insert into audit_head')) return ['head'];
      const [, table] = /from "(\w+)".*for no key update/.exec(sql) ?? [];
      return table ? [table] : [];
    });
    expect([...new Set(locks)]).toEqual([
      'approval_request',
      'production_access',
      'api_key',
      'product_assignment',
      'head',
    ]);
    expect(await read(applicationId, id)).toMatchObject({ status: 'REVOKED' });
  });

  it('leaves no working live key from a successor that is created at the same time', async () => {
    for (let race = 0; race < 5; race += 1) {
      const applicationId = await approved();
      const { id } = await create(applicationId, 'a');

      const [made, revoked] = await Promise.all([succeed(applicationId, id), revoke(applicationId, owner)]);

      expect(revoked.status).toBe(200);
      expect([201, 403, 409]).toContain(made.status);
      const rows = await knex('apiKey').where({ applicationId }).select('status');
      expect(rows.map(({ status }) => status)).toEqual(Array(made.status === 201 ? 2 : 1).fill('REVOKED'));
    }
  });
});
