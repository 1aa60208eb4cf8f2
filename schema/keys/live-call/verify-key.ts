import { recordDenials } from '../../records/audit/deny.ts';
import { builder } from '../../kernel/builder.ts';
import type { ApiKeyCaller } from '../../kernel/access/caller.ts';
import type { Context } from '../../kernel/context.ts';
import * as productFormats from '../../values/product-formats.ts';
import { KeyVerificationType, type KeyVerification, type VerifiedCall } from './verification-type.ts';
import { judgeLive, type LiveCall } from './judge.ts';
import { refusalOf, type Refusal } from '../../values/errors.ts';
import * as formats from '../../values/formats.ts';
import { kindOfSecret } from '../../values/secret.ts';
import { apiKeySnapshot, evaluateApiKey } from '../api-key/snapshot.ts';

const unknown = { keyId: null, workspaceId: null, applicationId: null, environment: null, scopes: [] };

interface Asked {
  key: string;
  ip?: string | null | undefined;
  /** The call with the key; null to verify only the key. */
  call: LiveCall | null;
}

/**
 * Returns the current grant of a live key, with the same evaluation as every key. For the operator's own
 * services, which serve the API products. For an unknown secret, the answer contains only the verdict.
 */
export async function verifyApiKey(ctx: Context, { key, ip = null, call }: Asked): Promise<KeyVerification> {
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
    const caller = evaluateApiKey(snapshot, 'LIVE', now);
    ctx.answer.retirement = caller.retirement;
    ctx.keyUse.touch(caller.keyId, now, ip);
    const verified = call && (await verifiedCall(ctx, caller, call));
    return { ...found, code: 'valid', message: null, call: verified };
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    await recordDenials(ctx, [refusal]);
    const { code, message } = told(refusal, key);
    return { ...found, code, message, call: null };
  }
}

async function verifiedCall(ctx: Context, caller: ApiKeyCaller, call: LiveCall): Promise<VerifiedCall> {
  // The service belongs to no workspace, and the product to that of the key.
  const inWorkspace = { ...ctx, workspaceId: caller.workspaceId };
  const { operation, version, quota } = await judgeLive(inWorkspace, caller, call);
  return {
    product: call.slug,
    version: `${version.major}.${version.number}`,
    operationId: operation.operationId,
    quota,
  };
}

// A sandbox key always reports the wrong environment, whatever else is wrong with it.
function told({ code, message }: Refusal, key: string) {
  if (kindOfSecret(key) !== 'ak_sandbox') return { code, message };
  return { code: 'wrong_environment', message: 'This is a sandbox key. Use a live key.' };
}

const LiveCallInput = builder.inputType('LiveProductCall', {
  description: 'A call of an API product, which the operator’s service received with the key.',
  fields: (t) => ({
    product: t.string({
      required: true,
      validate: productFormats.productSlug,
      description: 'The slug of the product.',
    }),
    major: t.int({ required: true, validate: productFormats.major }),
    method: t.string({ required: true, validate: productFormats.method, description: 'Such as `GET`.' }),
    path: t.string({
      required: true,
      validate: productFormats.calledPath,
      description: 'The path in the product, percent-encoded and without a query, such as `/orders/42`.',
    }),
  }),
});

builder.queryField('verifyApiKey', (t) =>
  t.field({
    type: KeyVerificationType,
    nullable: true,
    description:
      'Verifies a live key and returns its current grant. With a call, it also verifies the scope, the live assignment, ' +
      'the live version, the operation and the quota, and counts the call. It runs only over POST /v1/keys/verify, ' +
      'with a credential of one of the operator’s own services. During the grace period of a key with a successor, the ' +
      'answer carries `Deprecation` and `Sunset`.',
    args: {
      key: t.arg.string({ required: true, validate: formats.attempt }),
      ip: t.arg.string({
        validate: formats.ip,
        description: 'The address of the call with the key; `lastUsedFrom` shows its network.',
      }),
      call: t.arg({ type: LiveCallInput, description: 'By default, only the key is verified.' }),
    },
    authScopes: { service: true },
    resolve: async (_root, { call, ...asked }, ctx) =>
      await verifyApiKey(ctx, { ...asked, call: call ? liveCallOf(call) : null }),
  }),
);

function liveCallOf({ product, method, ...call }: typeof LiveCallInput.$inferInput): LiveCall {
  return { ...call, slug: product, method };
}
