import { WebhookEndpoint } from '../../../db/models/webhook-endpoint.ts';
import type { Ports } from '../../kernel/context.ts';

/** Destroys the secrets whose grace is over, which sign nothing any more. */
export async function forgetPreviousSecrets({ database, clock }: Ports): Promise<void> {
  await WebhookEndpoint.query(database.knex)
    .where('previousSecretEndsAt', '<=', clock.now())
    .patch({ sealedPreviousSecret: null, previousSecretEndsAt: null });
}
