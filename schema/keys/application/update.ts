import { Application } from '../../../db/models/application.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import * as formats from '../../values/formats.ts';
import { changesNothing } from '../../values/patch.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { lockApplication } from './lock.ts';
import { applicationMoves } from './rules.ts';
import { ApplicationType } from './type.ts';

interface UpdateApplication {
  id: string;
  name?: string | null | undefined;
  description?: string | null | undefined;
}

/** Changes the given fields; absent or null ones stay. Writes nothing if nothing differs. */
export async function updateApplication(ctx: Context, { id, name, description }: UpdateApplication) {
  return await ctx.transaction(async (tx) => {
    const before = await lockApplication(tx, id);
    applicationMoves.next(before.status, 'update');
    const patch = { name: name ?? before.name, description: description ?? before.description };
    if (changesNothing(before, patch)) return { application: before };
    const application = await Application.change(tx.knex, id, ctx.clock.now(), patch);
    await record(tx, 'application.updated', {
      subject: application,
      data: application,
      changes: { name: [before.name, patch.name], description: [before.description, patch.description] },
    });
    return { application };
  });
}

builder.relayMutationField(
  'updateApplication',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The application.'),
      name: t.string({ validate: formats.name }),
      description: t.string({ validate: formats.description }),
    }),
  },
  {
    description:
      'Changes an application’s name or description. A pending request for its production access can then no ' +
      'longer be approved and must be made again. Needs `applications:write`.',
    authScopes: { can: 'applications:write' },
    resolve: async (_root, { input }, ctx) => await updateApplication(ctx, input),
  },
  {
    outputFields: (t) => ({
      application: t.field({ type: ApplicationType, resolve: (it) => it.application }),
    }),
  },
);
