import { Member } from '../../../db/models/member.ts';
import type { Snapshots } from '../../kernel/memory.ts';

/** A member, by id; whatever changes one is told in the workspace's chain. */
export const keptMembers: Snapshots<Member> = {
  max: 20_000,
  read: async (knex, id) => (await Member.query(knex).findById(id)) ?? null,
  chainsOf: ({ workspaceId }) => [workspaceId],
};
