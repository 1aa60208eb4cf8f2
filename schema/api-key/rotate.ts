import { ApiKey } from '../../db/models/api-key.ts';
import { Application } from '../../db/models/application.ts';
import { ProductionAccess } from '../../db/models/production-access.ts';
import { Workspace } from '../../db/models/workspace.ts';
import { demand } from '../access/permissions.ts';
import { record } from '../audit/record.ts';
import { builder } from '../builder.ts';
import { memberOf, personsOf, type Context, type TransactionContext } from '../context.ts';
import { refuse } from '../errors.ts';
import { mintSecret } from '../secret.ts';
import { lockApiKey, type KeyAddress } from './lock.ts';
import { isExpired, keyMoves, permissionTo, secretKindOf, whyEnded } from './rules.ts';
import { secretFields } from './secret-fields.ts';

/**
 * Replaces the key's secret; the old one fails from this commit on, since its digest is gone.
 * Throws `key_not_rotatable` when revoked or expired. Spec §3, §5.5.
 */
export async function rotateApiKey(ctx: Context, address: KeyAddress) {
  return await ctx.transaction(async (tx) => {
    const before = await lockApiKey(tx, address);
    demand(memberOf(tx), permissionTo.rotate[before.environment]);
    const now = ctx.clock.now();
    demandRotatable(before, now);
    if (before.environment === 'LIVE') await demandGranted(tx, before);
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

function demandRotatable(key: ApiKey, now: Date): void {
  if (keyMoves.moves[key.status].rotate && !isExpired(key, now)) return;
  throw refuse(
    'key_not_rotatable',
    `The key ${endOfLife(key, now)}, so it cannot be rotated. Create another one.`,
  );
}

// Its new secret would never work.
async function demandGranted(tx: TransactionContext, key: ApiKey): Promise<void> {
  const { applicationId } = key;
  const application = await Application.inWorkspace(tx).findById(applicationId).throwIfNotFound();
  const access = await ProductionAccess.inWorkspace(tx).findOne({ applicationId });
  const workspace = await Workspace.query(tx.knex).findById(key.workspaceId).throwIfNotFound();
  const why = whyEnded(key, {
    presentGrant: access?.liveGrant ?? null,
    presentRestores: application.restores,
    presentWorkspaceRestores: workspace.restores,
  });
  if (why) throw refuse('key_not_rotatable', why);
}

function endOfLife({ status, expiresOn, retiresAt }: ApiKey, now: Date): string {
  if (status === 'REVOKED') return 'was revoked';
  return retiresAt && now >= retiresAt
    ? `was retired at ${retiresAt.toISOString()}`
    : `expired on ${expiresOn}`;
}

builder.relayMutationField(
  'rotateApiKey',
  {
    inputFields: (t) => ({
      id: t.id({ required: true, description: 'The key.' }),
      applicationId: t.id({ description: 'Where given, a key of another application is not found.' }),
    }),
  },
  {
    description:
      'Replaces a key’s secret and returns the new one, this once; the old one stops at once. Needs ' +
      '`api_keys:rotate_sandbox` or `api_keys:rotate_live`, as the key is. `key_not_rotatable` when revoked or expired.',
    authScopes: { canEither: ['api_keys:rotate_sandbox', 'api_keys:rotate_live'] },
    resolve: async (_root, { input }, ctx) => await rotateApiKey(ctx, input),
  },
  { outputFields: secretFields },
);
