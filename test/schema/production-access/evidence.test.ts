import { describe, expect, it } from 'vitest';
import { approvalsOf, askedOf, submission } from '../../support/approvals.ts';
import { testApp } from '../../support/app.ts';
import { cast } from '../../support/people.ts';

const t = await testApp();
const { knex } = t.ports.database;
const everyone = await cast(t);
const { owner, workspaceId: workspace } = everyone;
const developer = await everyone.as('DEVELOPER');
const { application, approve } = approvalsOf(t, everyone);
const evidence = ['rct_01kaf5m2jcexxt5s6f3yq4z8rd', 'rct_01kaf5m2jcexxt5s6f3yq4z8re'];

async function askedWithEvidence() {
  const applicationId = await application();
  const path = `/api/console/applications/${applicationId}`;
  const body = { ...submission, evidenceReceiptIds: evidence };
  const asked = await t.rest('POST', `${path}/production-access/requests`, {
    as: developer,
    workspace,
    body,
  });
  const data = { productionAccess: asked.body as never };
  return { path, asked, ...askedOf({ status: 200, code: undefined, message: undefined, data }) };
}

const commandOf = async (id: string) =>
  (await t.rest('GET', `/api/console/approvals/${id}`, { as: owner, workspace })).body.command;

describe('spec §8: evidence of sandbox checks', () => {
  it('grants no production access: what is asked for with it waits for a different person like any other', async () => {
    const { path, asked, approvalRequestId } = await askedWithEvidence();
    const body = { name: 'live', environment: 'LIVE', scopes: ['read'] };

    const key = await t.rest('POST', `${path}/keys`, { as: owner, workspace, body });
    const { body: request } = await t.rest('GET', `/api/console/approvals/${approvalRequestId}`, {
      as: owner,
      workspace,
    });

    expect(asked).toMatchObject({
      status: 201,
      body: { status: 'SUBMITTED', decidedAt: null, evidenceReceiptIds: evidence },
    });
    expect(key).toMatchObject({ status: 403, body: { code: 'production_access_required' } });
    expect(request).toMatchObject({ status: 'PENDING', quorum: 1, decisions: [] });
  });

  it('is shown to who decides, and is part of what the decision is bound to', async () => {
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
