import type { MemberCaller } from './access/caller.ts';
import type { Permission } from './access/permissions.ts';
import { scopesOf } from './access/scopes.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';

/** Has no fields of its own: each room adds the counters of its rows. */
export const CountersType = builder.objectRef<MemberCaller>('Counters').implement({
  description: 'The number of things in the workspace that wait for the caller or need attention.',
});

interface Counter {
  /** The permission that the list of the counted rows needs. */
  needs: Permission;
  description: string;
  /** Counts with one statement. */
  count: (ctx: Context) => Promise<number>;
}

/** Adds a counter of a room's rows. It is null without the permission, so also without a membership. */
export function addCounter(name: string, { needs, description, count }: Counter): void {
  builder.objectField(CountersType, name, (t) =>
    t.int({
      nullable: true,
      description: `${description} Null if the caller lacks \`${needs}\`.`,
      complexity: 5,
      resolve: async (_caller, _args, ctx) => (scopesOf(ctx).can(needs) ? await count(ctx) : null),
    }),
  );
}
