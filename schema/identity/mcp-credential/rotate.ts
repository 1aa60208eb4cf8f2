import { McpCredential } from '../../../db/models/mcp-credential.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { personOf, type Context, type TransactionContext } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import * as formats from '../../values/formats.ts';
import { issuerOf } from '../member/issuer.ts';
import { assertSuccessor, keyIn, newProof } from '../../values/proof.ts';
import type { PublicKey } from '../../values/public-key.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { addAccountablePerson } from './accountable-persons.ts';
import { shownFields } from './fields.ts';
import { lockCredential } from './find.ts';
import { holderOf } from './holder.ts';
import { credentialMoves, isExpired } from './rules.ts';

/** Replaces a credential's secret or public key. The old one stops with this commit, and so do its tokens. */
export async function rotateMcpCredential(
  ctx: Context,
  { id, publicKey }: { id: string; publicKey?: unknown },
) {
  const work = async (tx: TransactionContext, key: PublicKey | null) => {
    const before = await lockCredential(tx, id);
    const status = credentialMoves.next(before.status, 'rotate');
    const now = tx.clock.now();
    if (isExpired(before, now))
      throw refuse(
        'invalid_transition',
        `The credential expired on ${before.expiresOn}, so it cannot be rotated. Create another one.`,
      );
    assertSuccessor(before, key);
    const holder = await holderOf(tx, before.holderId);
    const { proof, secret } = newProof('mcs', key);
    const version = before.version + 1;
    const patch = {
      ...proof,
      ...holder.columns,
      ...(await issuerOf(tx)),
      status,
      version,
      rotatedAt: now,
    };
    const mcpCredential = await McpCredential.change(tx.knex, id, now, patch);
    await addAccountablePerson(tx, mcpCredential, personOf(tx).personId, 'ISSUED');
    await record(tx, 'mcp_credential.rotated', {
      subject: mcpCredential,
      data: mcpCredential,
      changes: { version: [before.version, version] },
    });
    return { mcpCredential, secret };
  };
  return await ctx.transaction(work, async () => await keyIn(publicKey));
}

builder.relayMutationField(
  'rotateMcpCredential',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The credential.'),
      publicKey: t.field({
        type: 'JSON',
        validate: formats.publicJwk.optional(),
        description: 'The new public key, for a credential by public key.',
      }),
    }),
  },
  {
    description:
      'Replaces an MCP credential’s secret, which the server returns only once, or its public key. The old one ' +
      'and its tokens stop immediately; its grants stay. Needs `mcp_credentials:write`.',
    authScopes: { can: 'mcp_credentials:write' },
    resolve: async (_root, { input }, ctx) => await rotateMcpCredential(ctx, input),
  },
  { outputFields: shownFields },
);
