import type { Knex } from 'knex';
import { McpCredential } from '../../../db/models/mcp-credential.ts';
import { WrongMac } from '../../../db/row-macs.ts';
import { personOf, type Context } from '../../kernel/context.ts';
import { refusalOf } from '../../values/errors.ts';
import { evaluateMcpCredential, mcpCredentialSnapshots, type McpCredentialSnapshot } from './snapshot.ts';

/** Returns the credential with this id while it works; otherwise null. */
export async function credentialInForce(
  { knex, clock }: Pick<Context, 'knex' | 'clock'>,
  id: string,
): Promise<McpCredential | null> {
  const [credential = null] = await thoseInForce(knex, [id], clock.now());
  return credential;
}

/** A credential that the caller can consent to, with its workspace's name. */
export interface HeldCredential {
  credential: McpCredential;
  workspaceName: string;
}

/** Returns the caller's working credentials in all workspaces that their session may use, oldest first. */
export async function activeCredentialsHeld(ctx: Context): Promise<HeldCredential[]> {
  const memberships = personOf(ctx).memberships.filter(({ isBarred }) => !isBarred);
  const ids = await McpCredential.query(ctx.knex)
    .whereIn(
      'holderId',
      memberships.map(({ memberId }) => memberId),
    )
    .where({ status: 'ACTIVE' })
    .select('id');
  const working = await thoseInForce(
    ctx.knex,
    ids.map(({ id }) => id),
    ctx.clock.now(),
  );
  return working.map((credential) => ({
    credential,
    workspaceName:
      memberships.find(({ workspaceId }) => workspaceId === credential.workspaceId)?.workspaceName ?? '',
  }));
}

async function thoseInForce(knex: Knex, ids: readonly string[], now: Date): Promise<McpCredential[]> {
  const snapshots = await mcpCredentialSnapshots(knex, ids);
  const working = snapshots.filter((snapshot) => works(snapshot, now));
  return await McpCredential.query(knex)
    .findByIds(working.map(({ credentialId }) => credentialId))
    .orderBy('id');
}

function works(snapshot: McpCredentialSnapshot, now: Date): boolean {
  try {
    evaluateMcpCredential(snapshot, { credentialVersion: snapshot.version }, now);
    return true;
  } catch (error) {
    if (!refusalOf(error) || error instanceof WrongMac) throw error;
    return false;
  }
}
