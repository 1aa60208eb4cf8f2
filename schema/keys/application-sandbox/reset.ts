import { SandboxObject } from '../../../db/models/sandbox-object.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import * as productFormats from '../../values/product-formats.ts';
import { changeSandbox, toEventData } from './change.ts';
import { ApplicationSandboxType } from './type.ts';

interface Reset {
  applicationId: string;
  seed?: string | null | undefined;
}

/** Deletes what calls made in the sandbox of an application, and sets its time back. A given seed replaces its seed. */
export async function resetSandbox(ctx: Context, { applicationId, seed }: Reset) {
  return await ctx.transaction(async (tx) => {
    const sandbox = await changeSandbox(tx, applicationId, { time: null, ...(seed != null && { seed }) });
    await SandboxObject.inWorkspace(tx).delete().where({ applicationId });
    await record(tx, 'sandbox.reset', { subject: sandbox, data: toEventData(sandbox) });
    return { sandbox };
  });
}

builder.relayMutationField(
  'resetSandbox',
  {
    inputFields: (t) => ({
      applicationId: t.id({ required: true }),
      seed: t.string({ validate: productFormats.sandboxSeed.nullish(), description: 'By default the same.' }),
    }),
  },
  {
    description:
      'Deletes everything that calls of API products made in the sandbox of an application, and sets its time back. ' +
      'Needs `sandbox:run`.',
    authScopes: { can: 'sandbox:run' },
    resolve: async (_root, { input }, ctx) => await resetSandbox(ctx, input),
  },
  {
    outputFields: (t) => ({
      sandbox: t.field({ type: ApplicationSandboxType, resolve: (it) => it.sandbox }),
    }),
  },
);
