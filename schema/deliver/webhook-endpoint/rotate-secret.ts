import { WebhookEndpoint } from '../../../db/models/webhook-endpoint.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import * as formats from '../../values/formats.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { secondsAfter } from '../../values/time.ts';
import { secretFields } from './fields.ts';
import { lockEndpoint } from './find.ts';
import { endpointMoves } from './rules.ts';
import { mintSigningSecret } from './secret.ts';
import { toEventData } from './event-data.ts';

interface RotateSecret {
  id: string;
  graceSeconds?: number | null | undefined;
}

const dayInSeconds = 86_400;

/**
 * Replaces the endpoint's signing secret. During the grace period, deliveries are also signed with the
 * previous secret, so that the receiver can switch. An older secret still in its grace period ends.
 */
export async function rotateWebhookSecret(ctx: Context, { id, graceSeconds }: RotateSecret) {
  return await ctx.transaction(async (tx) => {
    const before = await lockEndpoint(tx, id);
    endpointMoves.next(before.status, 'rotate the secret of');
    const now = tx.clock.now();
    const seconds = graceSeconds ?? dayInSeconds;
    const { secret, columns } = await mintSigningSecret(tx, before, before.secretVersion + 1);
    const webhookEndpoint = await WebhookEndpoint.change(tx.knex, id, now, {
      ...columns,
      secretRotatedAt: now,
      sealedPreviousSecret: seconds > 0 ? before.sealedSecret : null,
      previousSecretEndsAt: seconds > 0 ? secondsAfter(now, seconds) : null,
    });
    await record(tx, 'webhook_endpoint.secret_rotated', {
      subject: webhookEndpoint,
      data: toEventData(webhookEndpoint),
      changes: {
        secretPrefix: [before.secretPrefix, webhookEndpoint.secretPrefix],
        secretVersion: [before.secretVersion, webhookEndpoint.secretVersion],
        graceSeconds: seconds,
      },
    });
    return { webhookEndpoint, secret };
  });
}

builder.relayMutationField(
  'rotateWebhookSecret',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The webhook endpoint.'),
      graceSeconds: t.int({
        validate: formats.graceSeconds.optional(),
        description:
          'How many seconds the previous secret signs too: 0 to 604800, by default 86400. Use 0 if it may have leaked.',
      }),
    }),
  },
  {
    description:
      'Replaces an endpoint’s signing secret, and returns the new one only once. During the grace period, ' +
      'deliveries carry signatures of both. Needs `webhook_secrets:rotate`.',
    authScopes: { can: 'webhook_secrets:rotate' },
    resolve: async (_root, { input }, ctx) => await rotateWebhookSecret(ctx, input),
  },
  { outputFields: secretFields },
);
