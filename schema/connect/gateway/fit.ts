import { bytesOf, type Sizes } from './size.ts';

type OnLeftOut = (path: readonly string[], bytes: number) => void;

const nothing = Symbol('nothing');

/**
 * Returns the part of the data that fits into `bytes`; null if nothing fits. An object keeps its smallest
 * members whole, and the others share the rest. A list keeps its first items, each whole. A text is whole or
 * omitted, since readers would mistake half of it for all of it.
 */
export function fitted(data: unknown, bytes: number, sized: Sizes, onLeftOut: OnLeftOut): unknown {
  const left = fit(data, bytes, [], { sized, onLeftOut });
  return left === nothing ? null : left;
}

interface Fitting {
  sized: Sizes;
  onLeftOut: OnLeftOut;
}

function fit(value: unknown, room: number, path: readonly string[], fitting: Fitting): unknown {
  const size = fitting.sized.of(value);
  if (size <= room) return value;
  if (typeof value !== 'object' || value === null || room < 2) {
    fitting.onLeftOut(path, size);
    return nothing;
  }
  return Array.isArray(value)
    ? firstItems(value, room, path, fitting)
    : smallestMembers(value, room, path, fitting);
}

function firstItems(
  items: readonly unknown[],
  room: number,
  path: readonly string[],
  { sized, onLeftOut }: Fitting,
) {
  let [shown, left] = [0, room - 2];
  for (const item of items) {
    left -= sized.of(item) + (shown > 0 ? 1 : 0);
    if (left < 0) break;
    shown += 1;
  }
  const rest = items.slice(shown);
  onLeftOut(
    path,
    rest.reduce((sum: number, item) => sum + sized.of(item), 0),
  );
  return items.slice(0, shown);
}

function smallestMembers(value: object, room: number, path: readonly string[], fitting: Fitting): object {
  const members = Object.entries(value);
  const costs = members.map(([name, member]) => ({
    name,
    member,
    // Includes the colon and a comma, although the first member has no comma.
    beside: bytesOf(name) + 2,
    size: fitting.sized.of(member),
  }));
  const kept = new Map<string, unknown>();
  let left = room - 2;
  const ascending = costs.toSorted((one, other) => one.beside + one.size - (other.beside + other.size));
  for (const [at, { name, member, beside, size }] of ascending.entries()) {
    const isWhole = beside + size <= left;
    const share = isWhole ? size : Math.floor(left / (ascending.length - at)) - beside;
    const part = fit(member, share, [...path, name], fitting);
    if (part === nothing) continue;
    kept.set(name, part);
    left -= beside + fitting.sized.of(part);
  }
  // `Object.fromEntries` sets `__proto__` as an ordinary member.
  return Object.fromEntries(members.flatMap(([name]) => (kept.has(name) ? [[name, kept.get(name)]] : [])));
}
