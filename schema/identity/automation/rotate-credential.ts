import { AutomationCredential } from '../../../db/models/automation-credential.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import * as formats from '../../values/formats.ts';
import { issuerOf } from '../member/issuer.ts';
import { assertSuccessor, keyIn, newProof } from '../../values/proof.ts';
import type { PublicKey } from '../../values/public-key.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { addAccountablePerson } from './accountable-persons.ts';
import { shownFields } from './fields.ts';
import { lockCredential, type CredentialAddress } from './lock.ts';
import { credentialMoves, isExpired } from './rules.ts';

/** Replaces a credential's secret or public key. The old one stops with this commit, and so do its tokens. */
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
        `The credential expired on ${before.expiresOn}, so it cannot be rotated. Create another one.`,
      );
    assertSuccessor(before, key);
    const { proof, secret } = newProof('acs', key);
    const version = before.version + 1;
    const patch = { ...proof, ...(await issuerOf(tx)), status, version, rotatedAt: now };
    const automationCredential = await AutomationCredential.change(tx.knex, before.id, now, patch);
    await addAccountablePerson(tx, automation, 'ISSUED');
    await record(tx, 'member.automation.credential_rotated', {
      subject: automationCredential,
      data: automationCredential,
      changes: { version: [before.version, version] },
    });
    return { automationCredential, secret };
  };
  return await ctx.transaction(work, async () => await keyIn(publicKey));
}

builder.relayMutationField(
  'rotateAutomationCredential',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The credential.'),
      automationId: t.id({
        description: 'If set, the credential must belong to this automation; otherwise `not_found`.',
      }),
      publicKey: t.field({
        type: 'JSON',
        validate: formats.publicJwk.optional(),
        description: 'The new public key, for a credential by public key.',
      }),
    }),
  },
  {
    description:
      'Replaces a credential’s secret, which the server returns only once, or its public key. The old one and its ' +
      'tokens stop immediately. Needs `members:write`.',
    authScopes: { can: 'members:write' },
    resolve: async (_root, { input }, ctx) => await rotateAutomationCredential(ctx, input),
  },
  { outputFields: shownFields },
);
