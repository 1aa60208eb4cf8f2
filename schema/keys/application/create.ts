import { Application } from '../../../db/models/application.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { memberOf, type Context } from '../../kernel/context.ts';
import * as formats from '../../values/formats.ts';
import { newId } from '../../values/id.ts';
import { shareLockOwnWorkspace } from '../../identity/workspace/lock.ts';
import { ApplicationType } from './type.ts';

interface CreateApplication {
  name: string;
  description?: string | null | undefined;
}

export async function createApplication(ctx: Context, { name, description }: CreateApplication) {
  const { workspaceId, memberId } = memberOf(ctx);
  return await ctx.transaction(async (tx) => {
    await shareLockOwnWorkspace(tx);
    const now = ctx.clock.now();
    const application = await Application.query(tx.knex)
      .insert({
        id: newId('application'),
        workspaceId,
        name,
        description: description ?? '',
        status: 'ACTIVE',
        restores: 0,
        createdBy: memberId,
        createdAt: now,
        updatedAt: now,
      })
      .returning('*');
    await record(tx, 'application.created', { subject: application, data: application });
    return { application };
  });
}

builder.relayMutationField(
  'createApplication',
  {
    inputFields: (t) => ({
      name: t.string({ required: true, validate: formats.name }),
      description: t.string({ validate: formats.description }),
    }),
  },
  {
    description: 'Creates an application in the workspace. Needs `applications:write`.',
    authScopes: { can: 'applications:write' },
    resolve: async (_root, { input }, ctx) => await createApplication(ctx, input),
  },
  {
    outputFields: (t) => ({
      application: t.field({ type: ApplicationType, resolve: (it) => it.application }),
    }),
  },
);
