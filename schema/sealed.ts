import type { Sealing } from './context.ts';

/** What the database keeps for later and must not show: JSON, sealed by the master key under the name of its row. */
export function sealJson(sealing: Sealing, name: string, value: object): Buffer {
  return sealing.seal(Buffer.from(JSON.stringify(value)), name);
}

/** Throws an UnsealError where it was sealed under another name or by another installation. */
export function unsealJson(sealing: Sealing, name: string, sealed: Buffer): unknown {
  return JSON.parse(sealing.unseal(sealed, name).toString());
}
