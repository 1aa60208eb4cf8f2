import type { ApiKeyScope, Environment } from '../../../db/models/api-key.ts';
import { recordDenials } from '../../records/audit/deny.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { refusalOf } from '../../values/errors.ts';
import * as formats from '../../values/formats.ts';
import { kindOfSecret } from '../../values/secret.ts';
import { apiKeySnapshot, evaluateApiKey } from './snapshot.ts';
import { EnvironmentEnum } from '../../kernel/environment.ts';
import { ApiKeyScopeEnum } from './type.ts';

interface KeyVerification {
  code: string;
  keyId: string | null;
  workspaceId: string | null;
  applicationId: string | null;
  environment: Environment | null;
  scopes: ApiKeyScope[];
}

const unknown = { keyId: null, workspaceId: null, applicationId: null, environment: null, scopes: [] };

/**
 * Returns the current grant of a live key, with the same evaluation as every key. For the operator's own
 * services, which serve the API products. For an unknown secret, the answer contains only the verdict.
 */
export async function verifyApiKey(
  ctx: Context,
  { key, ip = null }: { key: string; ip?: string | null | undefined },
): Promise<KeyVerification> {
  const snapshot = kindOfSecret(key) ? await apiKeySnapshot(ctx, key) : null;
  const now = ctx.clock.now();
  const found = snapshot
    ? {
        keyId: snapshot.id,
        workspaceId: snapshot.workspaceId,
        applicationId: snapshot.applicationId,
        environment: snapshot.environment,
        scopes: snapshot.scopes,
      }
    : unknown;
  try {
    const { keyId, retirement } = evaluateApiKey(snapshot, 'LIVE', now);
    ctx.answer.retirement = retirement;
    ctx.keyUse.touch(keyId, now, ip);
    return { ...found, code: 'valid' };
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    await recordDenials(ctx, [refusal]);
    // A sandbox key always reports the wrong environment, whatever else is wrong with it.
    return { ...found, code: kindOfSecret(key) === 'ak_sandbox' ? 'wrong_environment' : refusal.code };
  }
}

const KeyVerificationType = builder.objectRef<KeyVerification>('ApiKeyVerification').implement({
  description: 'The current grant of a live key. If the key does not exist, only the verdict is set.',
  fields: (t) => ({
    valid: t.boolean({ resolve: ({ code }) => code === 'valid' }),
    code: t.exposeString('code', { description: '`valid`, or the code of why it does not work.' }),
    keyId: t.exposeID('keyId', { nullable: true }),
    workspaceId: t.exposeID('workspaceId', { nullable: true }),
    applicationId: t.exposeID('applicationId', { nullable: true }),
    environment: t.expose('environment', { type: EnvironmentEnum, nullable: true }),
    scopes: t.expose('scopes', { type: [ApiKeyScopeEnum] }),
  }),
});

builder.queryField('verifyApiKey', (t) =>
  t.field({
    type: KeyVerificationType,
    nullable: true,
    description:
      'Verifies a live key and returns its current grant. It runs only over POST /v1/keys/verify, with a ' +
      'credential of one of the operator’s own services. During the grace period of a key with a successor, the ' +
      'answer carries `Deprecation` and `Sunset`.',
    args: {
      key: t.arg.string({ required: true, validate: formats.attempt }),
      ip: t.arg.string({
        validate: formats.ip,
        description: 'The address of the call with the key; `lastUsedFrom` shows its network.',
      }),
    },
    authScopes: { service: true },
    resolve: async (_root, args, ctx) => await verifyApiKey(ctx, args),
  }),
);
