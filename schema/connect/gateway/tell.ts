import { keysOf, pointerOf } from '../../values/pointer.ts';
import { cutterOf, type Cut, type ReadBounds } from './cut.ts';
import { scrub, type Scrubbed } from './scrub.ts';

export interface Told extends Scrubbed {
  cut: Cut | null;
}

/**
 * What of an answer is told: within its bounds, and without the values of the credential and what looks like other secrets.
 * Only what is told is looked through. A mark may be longer than what it stands for; where that leads beyond the bounds,
 * less is told.
 */
export function tell(data: unknown, { bytes, ...bounds }: ReadBounds, credential: readonly string[]): Told {
  let room = bytes;
  const cut = cutterOf(data);
  for (;;) {
    const shown = cut({ ...bounds, bytes: room });
    const clean = scrub(shown.data, credential);
    const size = Buffer.byteLength(JSON.stringify(clean.data));
    if (size <= bytes || shown.data === null)
      return { ...clean, cut: shown.cut && withoutSecrets(shown.cut, credential) };
    // By a quarter at least, so that all tries together look through no more than four times as much as the first.
    room = Math.floor(room * Math.min(0.75, bytes / size));
  }
}

// Pointers are made of names.
function withoutSecrets(told: Cut, credential: readonly string[]): Cut {
  const clean = (pointer: string) => pointerOf(scrub(keysOf(pointer), credential).data as string[]);
  return {
    ...told,
    pointer: told.pointer === null ? null : clean(told.pointer),
    leftOut: told.leftOut.map(({ pointer, bytes }) => ({ pointer: clean(pointer), bytes })),
  };
}
