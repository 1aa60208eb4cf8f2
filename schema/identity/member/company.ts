import type { Knex } from 'knex';
import { Member } from '../../../db/models/member.ts';
import { Person } from '../../../db/models/person.ts';

/** How many are named where somebody is told who else is in a workspace. */
export const namedAtMost = 10;

/** The other people in the member's workspace, those first who have been there longest. */
export async function companyOf(knex: Knex, { workspaceId, personId }: Member): Promise<Person[]> {
  return await Person.query(knex)
    .join('member', 'member.personId', 'person.id')
    .where({ workspaceId })
    .whereNot({ personId })
    .whereNot({ status: 'REMOVED' })
    .orderBy(['member.joinedAt', 'member.id'])
    .limit(namedAtMost)
    .select('person.*');
}

/** Whether anybody else has ever been in the member's workspace, be it that they left. */
export async function hasHadCompany(knex: Knex, { workspaceId, personId }: Member): Promise<boolean> {
  const other = await Member.query(knex)
    .where({ workspaceId, kind: 'HUMAN' })
    .whereNot({ personId })
    .select('id')
    .first();
  return other !== undefined;
}
