import { createHmac, type KeyObject } from 'node:crypto';
import { derive } from '../db/envelope.ts';
import type { Ports } from '../schema/kernel/context.ts';

/** Returns keyed hashes, with a key of the master key for each purpose. Purposes are words of the code, so few. */
export function createKeyedHash(masterKey: Buffer): Ports['keyedHash'] {
  // The derivation takes as long as the hash, and a call of a product needs several.
  const keys = new Map<string, KeyObject>();
  return (purpose, text) => {
    const key = keys.get(purpose) ?? derive(masterKey, purpose);
    keys.set(purpose, key);
    return createHmac('sha256', key).update(text).digest();
  };
}
