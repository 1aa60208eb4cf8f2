import { WebhookEndpoint } from '../../../db/models/webhook-endpoint.ts';
import type { Ports } from '../../kernel/context.ts';

/** Destroys the previous secrets whose grace period has ended. */
export async function forgetPreviousSecrets({ database, clock }: Ports): Promise<void> {
  await WebhookEndpoint.query(database.knex)
    .where('previousSecretEndsAt', '<=', clock.now())
    .patch({ sealedPreviousSecret: null, previousSecretEndsAt: null });
}
