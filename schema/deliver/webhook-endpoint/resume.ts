import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { endpointFields } from './fields.ts';
import { lockEndpoint, lockQueue } from './find.ts';
import { moveEndpoint } from './move.ts';
import { goOn } from './queue.ts';
import { endpointMoves } from './rules.ts';

/** Resumes a paused endpoint with its queued deliveries and the events of the pause that are still stored. */
export async function resumeWebhookEndpoint(ctx: Context, id: string) {
  return await ctx.transaction(async (tx) => {
    const before = await lockEndpoint(tx, id);
    endpointMoves.next(before.status, 'resume');
    await goOn(tx, await lockQueue(tx, id));
    return { webhookEndpoint: await moveEndpoint(tx, before, 'resume', 'webhook_endpoint.resumed') };
  });
}

builder.relayMutationField(
  'resumeWebhookEndpoint',
  { inputFields: (t) => ({ ...rowFields(t, 'The webhook endpoint.') }) },
  {
    description:
      'Resumes a paused endpoint, and sends its queued deliveries and missed events of the last seven days. Needs ' +
      '`webhooks:write`.',
    authScopes: { can: 'webhooks:write' },
    resolve: async (_root, { input }, ctx) => await resumeWebhookEndpoint(ctx, input.id),
  },
  { outputFields: endpointFields },
);
