import { expect, it } from 'vitest';
import { ApprovalRequest } from '../../../../db/models/approval-request.ts';
import { automationCredentialStatuses } from '../../../../db/models/automation-credential.ts';
import { memberStatuses, roles } from '../../../../db/models/member.ts';
import { createSystemContext } from '../../../../schema/command/create-context.ts';
import { presentRequesters, whyAbandoned } from '../../../../schema/approvals/approval/requester.ts';
import { approvalsOf } from '../../../support/approvals.ts';
import { testApp } from '../../../support/app.ts';
import { automationOf } from '../../../support/automations.ts';
import { count } from '../../../support/count.ts';
import { cast } from '../../../support/people.ts';
import { rewriteMacs } from '../../../support/row-macs.ts';
import { random } from '../../../support/seed.ts';

const t = await testApp();
const { knex } = t.ports.database;
const place = await cast(t);
const [owner, person] = [await place.as('ADMIN'), await place.as('DEVELOPER')];
const robot = await automationOf(t, place, { by: owner });
const approvals = approvalsOf(t, place);
const ids = [(await approvals.ask(person)).approvalRequestId, (await approvals.ask(robot)).approvalRequestId];
const next = random();
const states = count(4_000);
const oneOf = <Value>(values: readonly Value[]): Value => values[Math.floor(next() * values.length)] as Value;

it('the query of present requesters and the reason of a cancellation agree in every state of who made a request', async () => {
  const ctx = createSystemContext(t.ports, 'parity', place.workspaceId);
  const counts = { present: 0, abandoned: 0 };

  for (let made = 0; made < states; made += 1) {
    for (const id of [person.memberId, owner.memberId])
      await knex('member')
        .where({ id })
        .update({
          status: oneOf(['ACTIVE', 'ACTIVE', 'ACTIVE', ...memberStatuses]),
          role: oneOf(['ADMIN', 'OWNER', ...roles]),
          activePosition: oneOf([0, 0, 0, 1_000_000]),
        });
    await knex('automationCredential')
      .where({ id: robot.credentialId })
      .update({ status: oneOf(['ACTIVE', ...automationCredentialStatuses]) });
    await rewriteMacs(knex);

    for (const id of ids) {
      const request = await ApprovalRequest.query(knex).findById(id).throwIfNotFound();
      const why = await whyAbandoned(ctx, request);
      const present = await ApprovalRequest.query(knex)
        .where({ 'approvalRequest.id': id })
        .whereExists(presentRequesters(knex))
        .resultSize();

      expect({ id, why, present }).toEqual({ id, why, present: why === null ? 1 : 0 });
      counts[why === null ? 'present' : 'abandoned'] += 1;
    }
  }

  expect(counts.present).toBeGreaterThan(states / 10);
  expect(counts.abandoned).toBeGreaterThan(states / 10);
});
