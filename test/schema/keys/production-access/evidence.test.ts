import { describe, expect, it } from 'vitest';
import { ApprovalRequest } from '../../../../db/models/approval-request.ts';
import { digestOf, kindOf } from '../../../../schema/approvals/approval/kinds.ts';
import { createSystemContext } from '../../../../schema/command/create-context.ts';
import { approvalsOf } from '../../../support/approvals.ts';
import { testApp } from '../../../support/app.ts';
import { cast } from '../../../support/people.ts';

const t = await testApp();
const { knex } = t.ports.database;
const everyone = await cast(t);
const { owner, workspaceId: workspace } = everyone;
const developer = await everyone.as('DEVELOPER');
const { ask, approve } = approvalsOf(t, everyone);
const evidence = ['rct_01kaf5m2jcexxt5s6f3yq4z8rd', 'rct_01kaf5m2jcexxt5s6f3yq4z8re'];

/** Creates a request with evidence, as was possible before unknown receipts were rejected. */
async function askedWithEvidence() {
  const asked = await ask(developer);
  const { applicationId, approvalRequestId } = asked;
  await knex('productionAccess').where({ applicationId }).update({ evidenceReceiptIds: evidence });
  const ctx = createSystemContext(t.ports, 'test', workspace);
  const subjectDigest = await ctx.transaction(async (tx) => {
    const request = await ApprovalRequest.query(tx.knex).findById(approvalRequestId).throwIfNotFound();
    const command = { ...request.command, evidenceReceiptIds: evidence };
    const { subjectType, subjectId } = request;
    const subject = { subjectType, subjectId, command };
    const digest = await digestOf(tx, kindOf('PRODUCTION_ACCESS'), subject);
    await ApprovalRequest.change(tx.knex, approvalRequestId, tx.clock.now(), {
      command,
      subjectDigest: digest,
    });
    return digest;
  });
  return { ...asked, subjectDigest: subjectDigest.toString('hex') };
}

const commandOf = async (id: string) =>
  (await t.rest('GET', `/api/console/approvals/${id}`, { as: owner, workspace })).body.command;

describe('spec §8: evidence of sandbox checks', () => {
  it('grants no production access: the request waits for a different person like any other', async () => {
    const { applicationId, approvalRequestId } = await askedWithEvidence();
    const path = `/api/console/applications/${applicationId}`;
    const body = { name: 'live', environment: 'LIVE', scopes: ['read'] };

    const key = await t.rest('POST', `${path}/keys`, { as: owner, workspace, body });
    const { body: access } = await t.rest('GET', `${path}/production-access`, { as: owner, workspace });
    const { body: request } = await t.rest('GET', `/api/console/approvals/${approvalRequestId}`, {
      as: owner,
      workspace,
    });

    expect(access).toMatchObject({ status: 'SUBMITTED', decidedAt: null, evidenceReceiptIds: evidence });
    expect(key).toMatchObject({ status: 403, body: { code: 'production_access_required' } });
    expect(request).toMatchObject({ status: 'PENDING', quorum: 1, decisions: [] });
  });

  it('is shown to approvers, and is part of the subject that a decision is bound to', async () => {
    const { applicationId, ...asked } = await askedWithEvidence();
    const change = async (evidenceReceiptIds: string[]) =>
      await knex('productionAccess').where({ applicationId }).update({ evidenceReceiptIds });

    await change(evidence.slice(1));
    const changed = await approve({ applicationId, ...asked }, owner);
    await change(evidence);
    const same = await approve({ applicationId, ...asked }, owner);

    expect(await commandOf(asked.approvalRequestId)).toMatchObject({ evidenceReceiptIds: evidence });
    expect(changed).toMatchObject({ status: 409, code: 'subject_changed' });
    expect(same).toMatchObject({ status: 200 });
  });
});
