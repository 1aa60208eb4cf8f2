import { randomInt } from 'node:crypto';

let chosen: number | undefined;

/** Returns the seed of this file's random data, printed once; `SEED=… npm test -- <file>` repeats it. */
export function seed(): number {
  if (chosen === undefined) {
    chosen = process.env['SEED'] === undefined ? randomInt(2 ** 31) : Number(process.env['SEED']);
    console.info(`SEED=${chosen}`);
  }
  return chosen;
}

/** Returns numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function random(from: number = seed()): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
