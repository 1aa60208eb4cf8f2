import { ApiKey } from '../../../db/models/api-key.ts';
import { assertPermission } from '../../kernel/access/permissions.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { memberOf, type Context, type TransactionContext } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import { endOf } from '../../values/expiry.ts';
import * as formats from '../../values/formats.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { lockPrerequisites } from './prerequisites.ts';
import { findApiKey, lockApiKey, type KeyAddress } from './lock.ts';
import { mintApiKey } from './mint.ts';
import { assertReplaceable } from './replaceable.ts';
import { permissionTo, usualGraceHours } from './rules.ts';
import { secretFields } from './secret-fields.ts';
import { ApiKeyType } from './type.ts';

interface CreateSuccessor extends KeyAddress {
  name: string;
  graceHours?: number | null | undefined;
}

/**
 * Creates a key that replaces another, with its scopes and expiry date. Both work during the grace period, or
 * until the old key's own end, so callers switch without downtime. A successor is a new key, so a live one
 * has the prerequisites of any live key.
 */
export async function createSuccessorApiKey(ctx: Context, { name, graceHours, ...address }: CreateSuccessor) {
  return await ctx.transaction(async (tx) => {
    const seen = await findApiKey(tx, address);
    assertPermission(memberOf(tx), permissionTo.create[seen.environment]);
    await lockPrerequisites(tx, seen);
    const before = await lockApiKey(tx, address);
    const now = tx.clock.now();
    await assertReplaceable(tx, before);
    await assertNoSuccessor(tx, before);
    const { applicationId, environment, scopes, expiresOn } = before;
    const input = { applicationId, environment, name, scopes, expiresOn, successorOf: before.id };
    const { apiKey, secret } = await mintApiKey(tx, input);
    const predecessor = await ApiKey.change(tx.knex, before.id, now, {
      succeededAt: now,
      retiresAt: retirement(before, now, graceHours ?? usualGraceHours),
      drainCheckAt: before.drainedAt ? null : now,
    });
    await record(tx, 'api_key.created', { subject: apiKey, data: apiKey });
    await record(tx, 'api_key.successor_created', {
      subject: predecessor,
      data: predecessor,
      changes: {
        retiresAt: [before.retiresAt?.toISOString() ?? null, predecessor.retiresAt?.toISOString()],
        successor: apiKey.id,
      },
    });
    return { apiKey, secret, predecessor };
  });
}

// A revoked successor replaces nothing. The old key still retires, because a revocation restores nothing.
// Until then it may get another successor, with its own grace period.
async function assertNoSuccessor(tx: TransactionContext, { id }: ApiKey): Promise<void> {
  if (!(await ApiKey.inWorkspace(tx).findOne({ successorOf: id, status: 'ACTIVE' }))) return;
  throw refuse(
    'key_not_rotatable',
    'The key already has a successor. Use the successor, or revoke it first.',
  );
}

function retirement({ expiresOn }: ApiKey, now: Date, hours: number): Date {
  const ends = [now.getTime() + hours * 3_600_000, ...(expiresOn ? [endOf(expiresOn).getTime()] : [])];
  return new Date(Math.min(...ends));
}

builder.relayMutationField(
  'createSuccessorApiKey',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The key to replace.'),
      applicationId: t.id({
        description: 'If set, the key must belong to this application; otherwise `not_found`.',
      }),
      name: t.string({ required: true, validate: formats.keyName, description: 'Unique among active keys.' }),
      graceHours: t.int({
        validate: formats.graceHours,
        description: 'How long both keys work, from 1 to 168 hours; 24 by default.',
      }),
    }),
  },
  {
    description:
      'Creates a key that replaces another, and returns its secret only once. Both work for some hours. Answers ' +
      'to the old key carry `Deprecation` and `Sunset`; for a live key, the answers of POST /v1/keys/verify do. ' +
      'Needs `api_keys:create_sandbox`, or `api_keys:create_live` for a live key.',
    authScopes: { canEither: ['api_keys:create_sandbox', 'api_keys:create_live'] },
    resolve: async (_root, { input }, ctx) => await createSuccessorApiKey(ctx, input),
  },
  {
    outputFields: (t) => ({
      ...secretFields(t),
      predecessor: t.field({ type: ApiKeyType, resolve: (it) => it.predecessor }),
    }),
  },
);
