import { keysOf } from '../../values/pointer.ts';

/** A name that pointers lead through. */
interface Node {
  readonly below: Map<string, Node>;
  isWhole: boolean;
  isFound: boolean;
}

export interface Picked {
  data: unknown;
  /** Pointers that lead to nothing, as they were given. */
  missing: string[];
}

const nothing = Symbol('nothing');

/**
 * The parts of the data that the pointers name (RFC 6901), in their places. A list takes no segment of a pointer: the next
 * name is looked for in each of its items, and an item that is an object stays, if need be empty.
 */
export function pick(data: unknown, pointers: readonly string[]): Picked {
  const root = node();
  const ends = pointers.map((pointer) => added(root, pointer));
  const picked = pickedBy(root, data);
  return {
    data: picked === nothing ? null : picked,
    missing: pointers.filter((_, at) => ends[at]?.isFound === false),
  };
}

function node(): Node {
  return { below: new Map(), isWhole: false, isFound: false };
}

function added(root: Node, pointer: string): Node {
  let at = root;
  for (const name of keysOf(pointer)) {
    const next = at.below.get(name) ?? node();
    at.below.set(name, next);
    at = next;
  }
  at.isWhole = true;
  return at;
}

function pickedBy(wanted: Node, value: unknown): unknown {
  if (wanted.isWhole) {
    wanted.isFound = true;
    // What else leads there leads to something or not, all the same.
    if (wanted.below.size > 0) partsOf(wanted, value);
    return value;
  }
  return partsOf(wanted, value);
}

// By entries, which makes `__proto__` a member like others.
function partsOf(wanted: Node, value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => partsOf(wanted, item)).filter((item) => item !== nothing);
    return items.length > 0 || value.length === 0 ? items : nothing;
  }
  if (value === null) return null;
  if (typeof value !== 'object') return nothing;
  const members = Object.entries(value).flatMap(([name, member]) => {
    const next = wanted.below.get(name);
    const picked = next ? pickedBy(next, member) : nothing;
    return picked === nothing ? [] : [[name, picked] as const];
  });
  return Object.fromEntries(members);
}
