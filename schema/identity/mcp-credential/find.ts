import { McpCredential } from '../../../db/models/mcp-credential.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { notFound } from '../../values/errors.ts';
import { atVersion } from '../../kernel/row-version.ts';

export async function findCredential(ctx: Context, id: string): Promise<McpCredential> {
  const credential = await McpCredential.inWorkspace(ctx).findById(id);
  if (!credential) throw notFound(ctx, 'MCP credential');
  return credential;
}

/** Returns the credential, locked until the end of the transaction. */
export async function lockCredential(tx: TransactionContext, id: string): Promise<McpCredential> {
  const credential = await McpCredential.inWorkspace(tx).findById(id).forNoKeyUpdate();
  if (!credential) throw notFound(tx, 'MCP credential');
  return atVersion(tx, credential);
}
