import { ApplicationSandbox } from '../../../db/models/application-sandbox.ts';
import { Application } from '../../../db/models/application.ts';
import { SandboxObject } from '../../../db/models/sandbox-object.ts';
import type { Context } from '../../kernel/context.ts';
import { rowRef } from '../../kernel/row-type.ts';

/** A sandbox as it is shown, with or without a row. */
export type ShownSandbox = Pick<ApplicationSandbox, 'applicationId' | 'seed' | 'time'>;

export const ApplicationSandboxType = rowRef<ShownSandbox>(
  ApplicationSandbox,
  'ApplicationSandbox',
).implement({
  description:
    'The sandbox of an application: its seed, its time, and what calls of API products made in it.',
  fields: (t) => ({
    applicationId: t.exposeID('applicationId'),
    seed: t.exposeString('seed', {
      description:
        'The server generates ids from it and the request, so the same requests have the same answers.',
    }),
    time: t.field({
      type: 'DateTime',
      description: 'The time in the sandbox, which stands still. At first, when the application was created.',
      resolve: async ({ time, applicationId }, _args, ctx) => time ?? (await createdAtOf(ctx, applicationId)),
    }),
    objects: t.int({
      description:
        'How many objects calls made: at most 1,000 of 4 MiB. The oldest make room, and go after 30 days.',
      resolve: async ({ applicationId }, _args, ctx) =>
        await SandboxObject.inWorkspace(ctx).where({ applicationId }).resultSize(),
    }),
  }),
});

async function createdAtOf(ctx: Context, applicationId: string): Promise<Date> {
  const application = await ctx.load(Application, applicationId);
  if (!application) throw new Error(`The application ${applicationId} of a sandbox is missing.`);
  return application.createdAt;
}
