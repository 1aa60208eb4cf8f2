import { McpClient } from '../../../db/models/mcp-client.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { memberOf, type Context, type TransactionContext } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import * as formats from '../../values/formats.ts';
import * as urlFormats from '../../values/url-formats.ts';
import { newId } from '../../values/id.ts';
import { keyIn } from '../../values/proof.ts';
import type { PublicKey } from '../../values/public-key.ts';
import { lockOwnWorkspace } from '../workspace/lock.ts';
import { clientFields } from './fields.ts';
import { maxClients } from './rules.ts';

interface CreateClient {
  name: string;
  redirectUris: string[];
  publicKey?: unknown;
}

const publicClient = { algorithm: null, publicJwk: null, thumbprint: null };

/** Registers a program for the people of the workspace. It may do nothing until a person consents. */
export async function createMcpClient(ctx: Context, { name, redirectUris, publicKey }: CreateClient) {
  const work = async (tx: TransactionContext, key: PublicKey | null) => {
    const { memberId, workspaceId } = memberOf(tx);
    await assertCapacity(tx);
    const now = tx.clock.now();
    const mcpClient = await McpClient.query(tx.knex)
      .insert({
        ...(key ?? publicClient),
        id: newId('mcpClient'),
        workspaceId,
        name,
        redirectUris,
        status: 'ACTIVE',
        createdBy: memberId,
        createdAt: now,
        updatedAt: now,
      })
      .returning('*');
    await record(tx, 'mcp_client.created', { subject: mcpClient, data: mcpClient });
    return { mcpClient };
  };
  return await ctx.transaction(work, async () => await keyIn(publicKey));
}

// The workspace is locked, so of two concurrent registrations the second counts the first.
async function assertCapacity(tx: TransactionContext): Promise<void> {
  await lockOwnWorkspace(tx);
  const registered = await McpClient.inWorkspace(tx).where({ status: 'ACTIVE' }).resultSize();
  if (registered < maxClients) return;
  throw refuse(
    'limit_reached',
    `The workspace has ${maxClients} MCP clients, the maximum. Delete one first.`,
  );
}

builder.relayMutationField(
  'createMcpClient',
  {
    inputFields: (t) => ({
      name: t.string({ required: true, validate: formats.keyName }),
      redirectUris: t.stringList({
        required: true,
        validate: urlFormats.redirectUris,
        description:
          '1 to 10 redirect URIs. An https URI must match exactly. An http URI of 127.0.0.1, [::1] or localhost ' +
          'matches on any port. A private scheme looks like `com.example.app:/callback` (RFC 8252).',
      }),
      publicKey: t.field({
        type: 'JSON',
        validate: formats.publicJwk.optional(),
        description:
          'A public key as a JSON Web Key for `private_key_jwt`: P-256, Ed25519, or RSA from 2048 bits. Without a ' +
          'key, the client is public.',
      }),
    }),
  },
  {
    description:
      'Registers an MCP client for the people of the workspace. Enter its id as `client_id` in the program. ' +
      '`limit_reached` at 100. Needs `mcp_clients:write`.',
    authScopes: { can: 'mcp_clients:write' },
    resolve: async (_root, { input }, ctx) => await createMcpClient(ctx, input),
  },
  { outputFields: clientFields },
);
