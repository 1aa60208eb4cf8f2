import { AutomationCredential } from '../../db/models/automation-credential.ts';
import { record } from '../audit/record.ts';
import { builder } from '../builder.ts';
import type { Context, TransactionContext } from '../context.ts';
import { missing, refuse, validationFailed } from '../errors.ts';
import * as formats from '../formats.ts';
import { standBehind } from './behind.ts';
import { keyIn } from './create-credential.ts';
import { shownFields } from './fields.ts';
import { lockCredential, type CredentialAddress } from './lock.ts';
import { newMaterial } from './material.ts';
import type { PublicKey } from './public-key.ts';
import { credentialMoves, isExpired } from './rules.ts';

/**
 * Replaces a credential's secret or public key. The old one stops from this commit on, and so do the tokens that were
 * got with it.
 */
export async function rotateAutomationCredential(
  ctx: Context,
  { publicKey, ...address }: CredentialAddress & { publicKey?: unknown },
) {
  const work = async (tx: TransactionContext, key: PublicKey | null) => {
    const { automation, credential: before } = await lockCredential(tx, address);
    const status = credentialMoves.next(before.status, 'rotate');
    const now = tx.clock.now();
    if (isExpired(before, now))
      throw refuse(
        'invalid_transition',
        `The credential expired on ${before.expiresOn}, so it cannot be rotated. Make another one.`,
      );
    demandAnother(before, key);
    const { material, secret } = newMaterial(key);
    const version = before.version + 1;
    const patch = { ...material, status, version, rotatedAt: now };
    const automationCredential = await AutomationCredential.change(tx.knex, before.id, now, patch);
    await standBehind(tx, automation, 'ISSUED');
    await record(tx, 'member.automation.credential_rotated', {
      subject: automationCredential,
      data: automationCredential,
      changes: { version: [before.version, version] },
    });
    return { automationCredential, secret };
  };
  return await ctx.transaction(work, async () => await keyIn(publicKey));
}

/** A secret is followed by a secret, and a key by another key. */
function demandAnother({ kind, thumbprint }: AutomationCredential, key: PublicKey | null): void {
  if (kind === 'SECRET' && key === null) return;
  if (kind === 'PUBLIC_KEY' && key !== null && key.thumbprint !== thumbprint) return;
  if (key === null) throw validationFailed([missing('/publicKey')]);
  const message =
    kind === 'SECRET'
      ? 'must be left out: this credential is a secret, and a new one is made here'
      : 'is the key that the credential has already';
  throw validationFailed([{ pointer: '/publicKey', code: 'invalid', message }]);
}

builder.relayMutationField(
  'rotateAutomationCredential',
  {
    inputFields: (t) => ({
      id: t.id({ required: true, description: 'The credential.' }),
      automationId: t.id({ description: 'Where given, a credential of another automation is not found.' }),
      publicKey: t.field({
        type: 'JSON',
        validate: formats.publicJwk.optional(),
        description: 'Of a credential by public key: the one that takes its place.',
      }),
    }),
  },
  {
    description:
      'Replaces a credential’s secret, and returns the new one this once, or its public key. The old one stops at once, ' +
      'with the tokens that were got by it. Needs `members:write`.',
    authScopes: { can: 'members:write' },
    resolve: async (_root, { input }, ctx) => await rotateAutomationCredential(ctx, input),
  },
  { outputFields: shownFields },
);
