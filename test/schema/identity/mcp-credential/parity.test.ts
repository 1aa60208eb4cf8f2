import { expect, it } from 'vitest';
import { mcpCredentialStatuses } from '../../../../db/models/mcp-credential.ts';
import { memberStatuses, roles } from '../../../../db/models/member.ts';
import {
  mcpCredentialSnapshot,
  whyStopped,
  workingCredentials,
} from '../../../../schema/identity/mcp-credential/snapshot.ts';
import { testApp } from '../../../support/app.ts';
import { mcpCredentialOf } from '../../../support/authorization.ts';
import { count } from '../../../support/count.ts';
import { cast } from '../../../support/people.ts';
import { random } from '../../../support/seed.ts';

const t = await testApp();
const { knex } = t.ports.database;
const { id } = await mcpCredentialOf(t, await cast(t));
const [credential] = await knex('mcpCredential').where({ id });
const holder = await (await cast(t)).as('DEVELOPER');
const next = random();
const states = count(20_000);
const oneOf = <Value>(values: readonly Value[]): Value => values[Math.floor(next() * values.length)] as Value;
// The many conditions hold together often only when each of them is likely.
const likely = <Value>(value: Value): Value[] => Array.from({ length: 8 }, () => value);

it('the query of working credentials and the reason of a stop agree in every state of a credential, its holder and its issuer', async () => {
  const counts = { working: 0, stopped: 0 };

  for (let made = 0; made < states; made += 1) {
    const status = oneOf([...likely('ACTIVE'), ...mcpCredentialStatuses]);
    await knex('mcpCredential')
      .where({ id })
      .update({
        status,
        revokedAt: status === 'REVOKED' ? t.clock.now() : null,
        holderId: holder.memberId,
        holderActivations: oneOf([...likely(1), 2]),
        issuedActivations: oneOf([...likely(1), 2]),
      });
    for (const member of [holder.memberId, credential.issuedBy])
      await knex('member')
        .where({ id: member })
        .update({
          status: oneOf([...likely('ACTIVE'), ...memberStatuses]),
          role: oneOf([...likely('OWNER'), ...likely('ADMIN'), ...roles]),
          activations: 1,
        });
    const snapshot = await mcpCredentialSnapshot(knex, id);
    if (!snapshot) throw new Error('The credential has no snapshot.');

    const why = whyStopped(snapshot, t.clock.now());
    const working = await workingCredentials(knex).where({ 'credential.id': id }).select('credential.id');

    expect({ snapshot, why, working: working.length }).toMatchObject({ working: why === null ? 1 : 0 });
    counts[why === null ? 'working' : 'stopped'] += 1;
  }

  expect(counts.working).toBeGreaterThan(states / 50);
  expect(counts.stopped).toBeGreaterThan(states / 20);
});
