import { describe, expect, it } from 'vitest';
import { createPlaces } from '../../server/places.ts';

describe('places', () => {
  it('exist up to the maximum for each key, and are freed once when they are returned', () => {
    const places = createPlaces();
    const [one, two] = [places.take('a', 2), places.take('a', 2)];

    expect([places.take('a', 2), places.take('b', 2)]).toEqual([null, expect.any(Object)]);
    one?.[Symbol.dispose]();
    one?.[Symbol.dispose]();
    expect([places.take('a', 2), places.take('a', 2)]).toEqual([expect.any(Object), null]);
    two?.[Symbol.dispose]();
    expect(places.take('a', 2)).not.toBeNull();
  });
});
