import type { WebhookEndpoint } from '../../../db/models/webhook-endpoint.ts';
import type { SchemaTypes } from '../../kernel/builder.ts';
import { WebhookEndpointType } from './type.ts';

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;
type Fields<Parent> = PothosSchemaTypes.ObjectFieldBuilder<Types, Parent>;

interface ShownSecret {
  webhookEndpoint: WebhookEndpoint;
  /** Null if the server repeats an answer for an Idempotency-Key. */
  secret: string | null;
  secretAlreadyReturned?: boolean;
}

export function endpointFields<Parent extends { webhookEndpoint: WebhookEndpoint }>(t: Fields<Parent>) {
  return { webhookEndpoint: t.field({ type: WebhookEndpointType, resolve: (it) => it.webhookEndpoint }) };
}

/** The payload of commands that create a signing secret. Spec §8: a secret is displayed only once. */
export function secretFields<Parent extends ShownSecret>(t: Fields<Parent>) {
  return {
    ...endpointFields(t),
    secret: t.string({
      nullable: true,
      description:
        'The signing secret, returned only once. Null when the server repeats an answer for an Idempotency-Key.',
      resolve: (it) => it.secret,
    }),
    secretAlreadyReturned: t.boolean({
      description: 'Whether an earlier request with the same Idempotency-Key already returned the secret.',
      resolve: (it) => it.secretAlreadyReturned ?? false,
    }),
  };
}
