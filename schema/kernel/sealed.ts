import type { Context } from './context.ts';
import type { Sealing } from './ports/vault-keys.ts';
import { sealInWorkspace, unsealInWorkspace, type Place } from './workspace-key.ts';

/** Seals private JSON for the database with the master key, under the name of its row. */
export function sealJson(sealing: Sealing, name: string, value: object): Buffer {
  return sealing.seal(Buffer.from(JSON.stringify(value)), name);
}

/** Throws an UnsealError if the value was sealed under another name or by another installation. */
export function unsealJson(sealing: Sealing, name: string, sealed: Buffer): unknown {
  return parseSealed(sealing.unseal(sealed, name));
}

type Keeper = Pick<Context, 'knex' | 'sealing' | 'clock'>;

/** Seals JSON with the workspace's own key, which is destroyed with the workspace. */
export async function sealJsonInWorkspace(ctx: Keeper, place: Place, value: object): Promise<Buffer> {
  return await sealInWorkspace(ctx, place, JSON.stringify(value));
}

/** Throws an UnsealError, also if the workspace's key is destroyed. */
export async function unsealJsonInWorkspace(ctx: Keeper, place: Place, sealed: Buffer): Promise<unknown> {
  return parseSealed(await unsealInWorkspace(ctx, place, sealed));
}

/** Parses unsealed JSON. */
export function parseSealed(json: Buffer): unknown {
  return JSON.parse(json.toString());
}
