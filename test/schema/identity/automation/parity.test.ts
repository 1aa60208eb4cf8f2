import { expect, it } from 'vitest';
import { Automation } from '../../../../db/models/automation.ts';
import { memberStatuses, roles } from '../../../../db/models/member.ts';
import { withoutOwner } from '../../../../schema/identity/automation/lock.ts';
import { isLost } from '../../../../schema/identity/automation/rules.ts';
import { testApp } from '../../../support/app.ts';
import { automationOf } from '../../../support/automations.ts';
import { cast } from '../../../support/people.ts';

const t = await testApp();
const { knex } = t.ports.database;
const place = await cast(t);
const owner = await place.as('ADMIN');
const { automationId } = await automationOf(t, place, { by: owner });

it.each(memberStatuses)(
  'the query of automations without an owner and the rule agree for an owner who is %s, in every role',
  async (status) => {
    for (const role of roles)
      for (const activations of [1, 2]) {
        await knex('member').where({ id: owner.memberId }).update({ status, role, activations });
        const { ownerActivations } = await knex('automation').where({ id: automationId }).first();

        const isWithout = isLost({ status, role, activations }, ownerActivations);
        const found = await withoutOwner(Automation.query(knex))
          .where({ 'automation.id': automationId })
          .select('automation.id')
          .toKnexQuery();

        expect([role, activations, found.length]).toEqual([role, activations, isWithout ? 1 : 0]);
      }
  },
);
