import type { Knex } from 'knex';
import { Member } from '../../../db/models/member.ts';
import { Person } from '../../../db/models/person.ts';

/** How many other members a mail or an answer names. */
export const namedAtMost = 10;

/** Returns the other people in the member's workspace, those who joined first at the top. */
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

/** Whether anyone else has ever been in the member's workspace, even if they left. */
export async function hasHadOtherMembers(knex: Knex, { workspaceId, personId }: Member): Promise<boolean> {
  const other = await Member.query(knex)
    .where({ workspaceId, kind: 'HUMAN' })
    .whereNot({ personId })
    .select('id')
    .first();
  return other !== undefined;
}
