import { ApiKey } from '../../../db/models/api-key.ts';
import { assertPermission } from '../../kernel/access/permissions.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { memberOf, personsOf, type Context } from '../../kernel/context.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { mintSecret } from '../../values/secret.ts';
import { lockApiKey, type KeyAddress } from './lock.ts';
import { assertReplaceable } from './replaceable.ts';
import { keyMoves, permissionTo, secretKindOf } from './rules.ts';
import { secretFields } from './secret-fields.ts';

/**
 * Replaces the key's secret. The old secret fails from this commit on, because its digest is no longer
 * stored. Throws `key_not_rotatable` if the key is revoked, expired or permanently ended. Spec §3, §5.5.
 */
export async function rotateApiKey(ctx: Context, address: KeyAddress) {
  return await ctx.transaction(async (tx) => {
    const before = await lockApiKey(tx, address);
    assertPermission(memberOf(tx), permissionTo.rotate[before.environment]);
    const now = ctx.clock.now();
    await assertReplaceable(tx, before);
    const { text, digest, prefix, lastFour } = mintSecret(secretKindOf[before.environment]);
    const apiKey = await ApiKey.change(tx.knex, before.id, now, {
      status: keyMoves.next(before.status, 'rotate'),
      digest,
      prefix,
      lastFour,
      version: before.version + 1,
      seenBy: [...new Set([...before.seenBy, ...personsOf(tx)])],
      rotatedAt: now,
    });
    await record(tx, 'api_key.rotated', {
      subject: apiKey,
      data: apiKey,
      changes: { prefix: [before.prefix, prefix], version: [before.version, apiKey.version] },
    });
    return { apiKey, secret: text };
  });
}

builder.relayMutationField(
  'rotateApiKey',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The key.'),
      applicationId: t.id({
        description: 'If set, the key must belong to this application; otherwise `not_found`.',
      }),
    }),
  },
  {
    description:
      'Replaces a key’s secret and returns the new one only once. The old secret stops immediately. ' +
      '`key_not_rotatable` if the key is revoked or expired. Needs `api_keys:rotate_sandbox` or ' +
      '`api_keys:rotate_live`, according to the key.',
    authScopes: { canEither: ['api_keys:rotate_sandbox', 'api_keys:rotate_live'] },
    resolve: async (_root, { input }, ctx) => await rotateApiKey(ctx, input),
  },
  { outputFields: secretFields },
);
