import { Workspace } from '../../../db/models/workspace.ts';
import type { Snapshots } from '../../kernel/memory.ts';

/** A workspace, by id; whatever changes it is told in its chain. */
export const keptWorkspaces: Snapshots<Workspace> = {
  max: 20_000,
  read: async (knex, id) => (await Workspace.query(knex).findById(id)) ?? null,
  chainsOf: ({ id }) => [id],
};
