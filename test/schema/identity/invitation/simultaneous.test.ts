import { describe, expect, it } from 'vitest';
import { Person } from '../../../../db/models/person.ts';
import { testApp, type Answer } from '../../../support/app.ts';
import { somebody } from '../../../support/people.ts';
import { acceptWorld } from './accept.world.ts';

const t = await testApp();
const { another, here, changeRole, membersWith } = await acceptWorld(t);
const { knex } = t.ports.database;
const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status).toSorted((x, y) => x - y);

describe('simultaneous commands on an invitation', () => {
  it('create one member if several accept', async () => {
    const person = await somebody(t);
    const { token } = await here.invited(person.email);

    const answers = await Promise.all(
      Array.from({ length: 4 }, async () => await here.accept(token, person)),
    );

    expect(statusesOf(answers)).toEqual([200, 409, 409, 409]);
    expect(await membersWith(person.personId)).toHaveLength(1);
  });

  it('create one account if several sign up', async () => {
    const { email, token } = await here.invited();

    const answers = await Promise.all(Array.from({ length: 3 }, async () => await here.signUp(email, token)));

    expect(statusesOf(answers)).toEqual([201, 409, 409]);
    expect(await Person.query(knex).where({ emailKey: email }).resultSize()).toBe(1);
  });

  it.each(['revoke', 'decline', 'resend'] as const)(
    'let one succeed: an acceptance or a concurrent %s',
    async (verb) => {
      const person = await somebody(t);
      const { id, token } = await here.invited(person.email);
      t.clock.advance({ minutes: 1 });
      const other = {
        revoke: async () => await here.revoke(id),
        decline: async () => await here.decline(token),
        resend: async () => await here.resend(id),
      };

      const [accepted, answer] = await Promise.all([here.accept(token, person), other[verb]()]);

      const isMember = (await membersWith(person.personId)).length === 1;
      const { status } = (await here.read(id)).body;
      expect([accepted.status === 200, answer.status === 200].filter(Boolean)).toHaveLength(1);
      expect(accepted.status === 200).toBe(isMember);
      expect(status === 'ACCEPTED').toBe(isMember);
    },
  );

  it('agree on the result if the inviter loses their role during an acceptance', async () => {
    const inviter = await another('ADMIN');
    const person = await somebody(t);
    const { id, token } = await here.invited(person.email, 'VIEWER', inviter);

    const [accepted] = await Promise.all([
      here.accept(token, person),
      changeRole(inviter.memberId, 'VIEWER'),
    ]);

    const { status } = (await here.read(id)).body;
    expect([accepted.status, status]).toEqual(accepted.status === 200 ? [200, 'ACCEPTED'] : [410, 'REVOKED']);
  });
});
