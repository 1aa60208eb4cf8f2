import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { changeSandbox, toEventData } from './change.ts';
import { ApplicationSandboxType } from './type.ts';

/** Sets the time in the sandbox of an application, which then stands still. */
export async function setSandboxClock(
  ctx: Context,
  { applicationId, time }: { applicationId: string; time: Date },
) {
  return await ctx.transaction(async (tx) => {
    const sandbox = await changeSandbox(tx, applicationId, { time });
    await record(tx, 'sandbox.clock_set', { subject: sandbox, data: toEventData(sandbox) });
    return { sandbox };
  });
}

builder.relayMutationField(
  'setSandboxClock',
  {
    inputFields: (t) => ({
      applicationId: t.id({ required: true }),
      time: t.field({ type: 'DateTime', required: true }),
    }),
  },
  {
    description:
      'Sets the time in the sandbox of an application, which calls of API products use. It stands still. Needs ' +
      '`sandbox:run`.',
    authScopes: { can: 'sandbox:run' },
    resolve: async (_root, { input }, ctx) => await setSandboxClock(ctx, input),
  },
  {
    outputFields: (t) => ({
      sandbox: t.field({ type: ApplicationSandboxType, resolve: (it) => it.sandbox }),
    }),
  },
);
