import { McpCredential } from '../../../db/models/mcp-credential.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { memberOf, personOf, type Context, type TransactionContext } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import { assertExpiryWithin } from '../../values/expiry.ts';
import * as formats from '../../values/formats.ts';
import { newId } from '../../values/id.ts';
import { issuerOf } from '../member/issuer.ts';
import { keyIn, newProof } from '../../values/proof.ts';
import type { PublicKey } from '../../values/public-key.ts';
import { dateOf, daysAfter } from '../../values/time.ts';
import { lockOwnWorkspace } from '../workspace/lock.ts';
import { addAccountablePerson } from './accountable-persons.ts';
import { shownFields } from './fields.ts';
import { holderOf } from './holder.ts';
import { maxCredentials, maxExpiryDays, usualExpiryDays } from './rules.ts';

interface CreateCredential {
  name: string;
  holderId?: string | null | undefined;
  publicKey?: unknown;
  expiresOn?: string | null | undefined;
}

/** Creates an agent's credential: a public key, or a secret returned only once. It has no grants yet. */
export async function createMcpCredential(
  ctx: Context,
  { name, holderId, publicKey, expiresOn }: CreateCredential,
) {
  const work = async (tx: TransactionContext, key: PublicKey | null) => {
    const { memberId, workspaceId } = memberOf(tx);
    const now = tx.clock.now();
    if (expiresOn) assertExpiryWithin(expiresOn, maxExpiryDays, now);
    await assertCapacity(tx);
    const holder = await holderOf(tx, holderId ?? memberId);
    const { proof, secret } = newProof('mcs', key);
    const mcpCredential = await McpCredential.query(tx.knex)
      .insert({
        ...proof,
        id: newId('mcpCredential'),
        workspaceId,
        name,
        ...holder.columns,
        status: 'ACTIVE',
        version: 1,
        expiresOn: expiresOn ?? dateOf(daysAfter(now, usualExpiryDays)),
        createdBy: memberId,
        ...(await issuerOf(tx)),
        createdAt: now,
        updatedAt: now,
      })
      .returning('*');
    await addAccountablePerson(tx, mcpCredential, personOf(tx).personId, 'CREATED', 'ISSUED');
    await addAccountablePerson(tx, mcpCredential, holder.personId, 'HELD');
    await record(tx, 'mcp_credential.created', { subject: mcpCredential, data: mcpCredential });
    return { mcpCredential, secret };
  };
  return await ctx.transaction(work, async () => await keyIn(publicKey));
}

// The workspace is locked, so of two concurrent creations the second counts the first.
async function assertCapacity(tx: TransactionContext): Promise<void> {
  await lockOwnWorkspace(tx);
  const today = dateOf(tx.clock.now());
  const active = McpCredential.inWorkspace(tx).where({ status: 'ACTIVE' }).where('expiresOn', '>=', today);
  if ((await active.resultSize()) < maxCredentials) return;
  throw refuse(
    'limit_reached',
    `The workspace has ${maxCredentials} active MCP credentials, the maximum. Revoke one first.`,
  );
}

builder.relayMutationField(
  'createMcpCredential',
  {
    inputFields: (t) => ({
      name: t.string({ required: true, validate: formats.keyName }),
      holderId: t.id({
        description: 'The member in whose name the agent works. It must be a person; by default the caller.',
      }),
      publicKey: t.field({
        type: 'JSON',
        validate: formats.publicJwk.optional(),
        description:
          'A public key as a JSON Web Key: P-256, Ed25519, or RSA from 2048 bits. Without a key, the server creates a secret.',
      }),
      expiresOn: t.field({
        type: 'Date',
        validate: formats.date,
        description:
          'From tomorrow to 365 days from today, by default 90. The credential works through that day in UTC.',
      }),
    }),
  },
  {
    description:
      'Creates a credential that gets MCP access tokens for an outside agent. It is a public key, or a secret ' +
      'that the server returns only once. It has no grants yet. Needs `mcp_credentials:write`.',
    authScopes: { can: 'mcp_credentials:write' },
    resolve: async (_root, { input }, ctx) => await createMcpCredential(ctx, input),
  },
  { outputFields: shownFields },
);
