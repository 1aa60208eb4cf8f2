import { keysOf, pointerOf } from '../../values/pointer.ts';
import { cutterOf, type Cut, type ReadBounds } from './cut.ts';
import { scrub, type Scrubbed } from './scrub.ts';

export interface Presented extends Scrubbed {
  cut: Cut | null;
}

/**
 * Returns an answer within its bounds, without the credential’s values and other likely secrets. Searches
 * only the part that it returns. Marks may be longer than their secrets; a longer answer is cut again.
 */
export function present(
  data: unknown,
  { bytes, ...bounds }: ReadBounds,
  credential: readonly string[],
): Presented {
  let room = bytes;
  const cut = cutterOf(data);
  for (;;) {
    const shown = cut({ ...bounds, bytes: room });
    const clean = scrub(shown.data, credential);
    const size = Buffer.byteLength(JSON.stringify(clean.data));
    if (size <= bytes || shown.data === null)
      return { ...clean, cut: shown.cut && withoutSecrets(shown.cut, credential) };
    // Shrinks by at least a quarter, so all passes together search at most four times as much as the first.
    room = Math.floor(room * Math.min(0.75, bytes / size));
  }
}

// Pointers contain names, which may contain secrets.
function withoutSecrets(presented: Cut, credential: readonly string[]): Cut {
  const clean = (pointer: string) => pointerOf(scrub(keysOf(pointer), credential).data as string[]);
  return {
    ...presented,
    pointer: presented.pointer === null ? null : clean(presented.pointer),
    leftOut: presented.leftOut.map(({ pointer, bytes }) => ({ pointer: clean(pointer), bytes })),
  };
}
