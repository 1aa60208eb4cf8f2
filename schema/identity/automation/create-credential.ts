import { AutomationCredential } from '../../../db/models/automation-credential.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { memberOf, type Context, type TransactionContext } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import { assertExpiryWithin } from '../../values/expiry.ts';
import * as formats from '../../values/formats.ts';
import { newId } from '../../values/id.ts';
import { issuerOf } from '../member/issuer.ts';
import { keyIn, newProof } from '../../values/proof.ts';
import type { PublicKey } from '../../values/public-key.ts';
import { addAccountablePerson } from './accountable-persons.ts';
import { shownFields } from './fields.ts';
import { lockAutomation } from './lock.ts';
import { activeCredentialLimit, isExpired, maxExpiryDays } from './rules.ts';

interface CreateCredential {
  automationId: string;
  name: string;
  publicKey?: unknown;
  expiresOn?: string | null | undefined;
}

/**
 * Creates a credential for an automation: a public key, or a secret that is returned only once. The caller
 * becomes accountable for the automation.
 */
export async function createAutomationCredential(
  ctx: Context,
  { automationId, name, publicKey, expiresOn = null }: CreateCredential,
) {
  const work = async (tx: TransactionContext, key: PublicKey | null) => {
    const automation = await lockAutomation(tx, automationId);
    const now = tx.clock.now();
    if (expiresOn) assertExpiryWithin(expiresOn, maxExpiryDays, now);
    await assertCapacity(tx, automationId);
    const { proof, secret } = newProof('acs', key);
    const automationCredential = await AutomationCredential.query(tx.knex)
      .insert({
        ...proof,
        id: newId('automationCredential'),
        workspaceId: automation.workspaceId,
        automationId,
        name,
        status: 'ACTIVE',
        version: 1,
        expiresOn,
        createdBy: memberOf(tx).memberId,
        ...(await issuerOf(tx)),
        createdAt: now,
        updatedAt: now,
      })
      .returning('*');
    await addAccountablePerson(tx, automation, 'ISSUED');
    await record(tx, 'member.automation.credential_created', {
      subject: automationCredential,
      data: automationCredential,
    });
    return { automationCredential, secret };
  };
  return await ctx.transaction(work, async () => await keyIn(publicKey));
}

// The automation is locked, so of two concurrent creations the second counts the first.
async function assertCapacity(tx: TransactionContext, automationId: string): Promise<void> {
  const made = await AutomationCredential.inWorkspace(tx).where({ automationId, status: 'ACTIVE' });
  const active = made.filter((credential) => !isExpired(credential, tx.clock.now()));
  if (active.length < activeCredentialLimit) return;
  throw refuse(
    'limit_reached',
    `The automation has ${activeCredentialLimit} active credentials, the maximum. Revoke one first.`,
  );
}

builder.relayMutationField(
  'createAutomationCredential',
  {
    inputFields: (t) => ({
      automationId: t.id({ required: true, description: 'The automation.' }),
      name: t.string({ required: true, validate: formats.keyName }),
      publicKey: t.field({
        type: 'JSON',
        validate: formats.publicJwk.optional(),
        description:
          'A public key as a JSON Web Key: P-256, Ed25519, or RSA from 2048 bits. Without a key, the server creates a secret.',
      }),
      expiresOn: t.field({
        type: 'Date',
        validate: formats.date,
        description: 'From tomorrow to 365 days from today. The credential works through that day in UTC.',
      }),
    }),
  },
  {
    description:
      'Creates a credential that gets access tokens for an automation, at most five at a time. It is a public ' +
      'key, or a secret that the server returns only once. Needs `members:write`.',
    authScopes: { can: 'members:write' },
    resolve: async (_root, { input }, ctx) => await createAutomationCredential(ctx, input),
  },
  { outputFields: shownFields },
);
