import { Person } from '../../../db/models/person.ts';
import type { Snapshots } from '../../kernel/memory.ts';
import { shownOfPerson, type ShownPerson } from './type.ts';

/** What is shown of a person, by id; whatever changes it is told in their own chain. */
export const keptPersons: Snapshots<ShownPerson> = {
  max: 20_000,
  read: async (knex, id) => (await Person.query(knex).findById(id).select(shownOfPerson)) ?? null,
  chainsOf: ({ id }) => [id],
};
