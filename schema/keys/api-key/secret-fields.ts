import type { ApiKey } from '../../../db/models/api-key.ts';
import type { SchemaTypes } from '../../kernel/builder.ts';
import { ApiKeyType } from './type.ts';

export interface ShownSecret {
  apiKey: ApiKey;
  /** Null in a replay for an Idempotency-Key. */
  secret: string | null;
  secretAlreadyReturned?: boolean;
}

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;

/** The payload of every mutation that mints a secret. Spec §8: a secret is displayed only once. */
export function secretFields<Parent extends ShownSecret>(
  t: PothosSchemaTypes.ObjectFieldBuilder<Types, Parent>,
) {
  return {
    apiKey: t.field({ type: ApiKeyType, resolve: (it) => it.apiKey }),
    secret: t.string({
      nullable: true,
      description:
        'The secret, returned only once. Null when the server repeats an answer for an Idempotency-Key.',
      resolve: (it) => it.secret,
    }),
    secretAlreadyReturned: t.boolean({
      description: 'Whether an earlier request with the same Idempotency-Key already returned the secret.',
      resolve: (it) => it.secretAlreadyReturned ?? false,
    }),
  };
}
