import { describe, expect, it } from 'vitest';
import { cancelAbandoned } from '../../../../schema/approvals/approval/cancel-abandoned.ts';
import { expireApprovals } from '../../../../schema/approvals/approval/expire.ts';
import { kindOf, registerKind } from '../../../../schema/approvals/approval/kinds.ts';
import { approvalsOf, askedOf, type Asked } from '../../../support/approvals.ts';
import { testApp } from '../../../support/app.ts';
import { deletionOf } from '../../../support/deletions.ts';
import { cast } from '../../../support/people.ts';
import { rewriteMacs } from '../../../support/row-macs.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' });
const { knex } = t.ports.database;

async function company() {
  const place = await cast(t);
  const [admin, developer] = [await place.as('ADMIN'), await place.as('DEVELOPER')];
  return { ...place, admin, developer, approvals: approvalsOf(t, place), deletion: deletionOf(t, place) };
}
type Company = Awaited<ReturnType<typeof company>>;

const runOut = async (id: string) => {
  await knex('approvalRequest').where({ id }).update({ expiresAt: t.clock.now() });
  await rewriteMacs(knex);
};

/** A command, after its preparation. */
type Command = () => Promise<unknown>;
const onRequest =
  (verb: (place: Company, asked: Asked) => Promise<unknown>) =>
  async (place: Company): Promise<Command> => {
    const asked = await place.approvals.ask(place.developer);
    return async () => await verb(place, asked);
  };

// oxfmt-ignore
const commands: [name: string, prepare: (place: Company) => Promise<Command>][] = [
  ['asks',                          async (place) => async () => await place.approvals.ask(place.developer)],
  ['asks again after its time',     onRequest(async ({ approvals, developer }, { approvalRequestId, applicationId }) => {
                                      await runOut(approvalRequestId);
                                      return askedOf(await approvals.requestFor(applicationId, developer));
                                    })],
  ['asks again for what has changed', onRequest(async ({ approvals, developer, owner, workspaceId }, { applicationId }) => {
                                      const request = { as: owner, workspace: workspaceId, body: { name: 'Casino' } };
                                      await t.rest('PATCH', `/api/console/applications/${applicationId}`, request);
                                      return askedOf(await approvals.requestFor(applicationId, developer));
                                    })],
  ['asks for a deletion again',     async ({ deletion, owner }) => {
                                      await runOut((await deletion.request(owner)).body.id);
                                      return async () => await deletion.request(owner);
                                    }],
  ['asks for another deletion',     async (place) => {
                                      const { deletion, owner } = place;
                                      await deletion.request(owner);
                                      await place.approvals.application();
                                      return async () => await deletion.request(owner);
                                    }],
  ['approves a deletion',           async ({ deletion, owner, admin }) => {
                                      const { body } = await deletion.request(owner);
                                      return async () => await deletion.approve(body, admin);
                                    }],
  ['approves',                      onRequest(async ({ approvals, admin }, asked) => await approvals.approve(asked, admin))],
  ['approves as the last of two',   async (place) => {
                                      registerKind({ ...kindOf('PRODUCTION_ACCESS'), quorum: 2 });
                                      const asked = await place.approvals.ask(place.developer);
                                      registerKind({ ...kindOf('PRODUCTION_ACCESS'), quorum: 1 });
                                      await place.approvals.approve(asked, place.owner);
                                      return async () => await place.approvals.approve(asked, place.admin);
                                    }],
  ['rejects',                       onRequest(async ({ approvals, admin }, asked) => await approvals.reject(asked, admin))],
  ['gives back',                    onRequest(async ({ approvals, admin }, asked) => await approvals.requestChanges(asked, admin))],
  ['decides several',               onRequest(async ({ approvals, admin, developer }, asked) => {
                                      const all = [asked, await approvals.ask(developer), await approvals.ask(developer)];
                                      await approvals.decideAll(all, admin);
                                    })],
  ['cancels',                       onRequest(async ({ approvals, owner }, asked) => await approvals.cancel(asked, owner))],
  ['cancels what is abandoned',     onRequest(async ({ owner, workspaceId, developer }) => {
                                      const path = `/api/console/members/${developer.memberId}/suspend`;
                                      await t.rest('POST', path, { as: owner, workspace: workspaceId });
                                      await cancelAbandoned(t.ports);
                                    })],
  ['deletes what it is for',        onRequest(async ({ owner, workspaceId }, { applicationId }) =>
                                      await t.rest('DELETE', `/api/console/applications/${applicationId}`, { as: owner, workspace: workspaceId }))],
  ['comments',                      onRequest(async ({ approvals, owner }, asked) => await approvals.comment(asked, owner))],
  ['expires',                       onRequest(async (_place, { approvalRequestId }) => {
                                      await runOut(approvalRequestId);
                                      await expireApprovals(t.ports);
                                    })],
  ['revokes while it is asked for', onRequest(async ({ approvals, admin, owner, developer }, asked) => {
                                      await approvals.approve(asked, admin);
                                      await approvals.suspend(asked.applicationId, owner);
                                      await approvals.requestFor(asked.applicationId, developer);
                                      return await approvals.revoke(asked.applicationId, owner);
                                    })],
];

describe('a transaction that waits for a row holds no lock on the log', () => {
  it.each(commands)('when a member %s: the head of the log is locked last', async (_name, prepare) => {
    const place = await company();
    const command = await prepare(place);
    const transactions = new Map<string, string[]>();
    const keep = ({ sql, bindings, __knexTxId: id }: Statement) => {
      if (id) transactions.set(id, [...(transactions.get(id) ?? []), `${sql} ${JSON.stringify(bindings)}`]);
    };
    knex.on('query', keep);

    await command();

    knex.off('query', keep);
    const written = [...transactions.values()].filter((list) => list.some(isHead));
    expect(written.length).toBeGreaterThan(0);
    for (const list of written) {
      const [before, after] = [list.slice(0, list.findIndex(isHead)), list.slice(list.findIndex(isHead))];
      // A lock that the transaction already holds is taken again without waiting.
      expect(after.filter((sql) => isLock(sql) && !before.includes(sql))).toEqual([]);
    }
  });
});

interface Statement {
  sql: string;
  bindings: unknown[];
  __knexTxId?: string;
}

const isHead = (sql: string) => sql.includes('insert into audit_head');
const isLock = (sql: string) => /\bfor (no key )?(update|share)\b/.test(sql);
