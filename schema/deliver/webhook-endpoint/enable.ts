import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { endpointFields } from './fields.ts';
import { lockEndpoint, lockQueue } from './find.ts';
import { moveEndpoint } from './move.ts';
import { beginAnew, goOn } from './queue.ts';
import { replayDiscarded } from './replay-discarded.ts';
import { endpointMoves } from './rules.ts';

interface EnableEndpoint {
  id: string;
  replaysMissed?: boolean | null | undefined;
}

/** Enables a disabled endpoint for future events and, with `replaysMissed`, for missed ones. */
export async function enableWebhookEndpoint(ctx: Context, { id, replaysMissed }: EnableEndpoint) {
  return await ctx.transaction(async (tx) => {
    const before = await lockEndpoint(tx, id);
    endpointMoves.next(before.status, 'enable');
    const queue = await lockQueue(tx, id);
    if (replaysMissed) {
      await replayDiscarded(tx, before);
      await goOn(tx, queue);
    } else {
      await beginAnew(tx, queue);
    }
    return { webhookEndpoint: await moveEndpoint(tx, before, 'enable', 'webhook_endpoint.enabled') };
  });
}

builder.relayMutationField(
  'enableWebhookEndpoint',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The webhook endpoint.'),
      replaysMissed: t.boolean({
        description:
          'Whether to send discarded deliveries (at most 10,000) and missed events too, from the last seven days.',
      }),
    }),
  },
  {
    description: 'Enables a disabled endpoint. Needs `webhooks:write`.',
    authScopes: { can: 'webhooks:write' },
    resolve: async (_root, { input }, ctx) => await enableWebhookEndpoint(ctx, input),
  },
  { outputFields: endpointFields },
);
