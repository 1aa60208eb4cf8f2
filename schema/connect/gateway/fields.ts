import { keysOf } from '../../values/pointer.ts';

/** A name in the tree of the requested pointers. */
interface Node {
  readonly below: Map<string, Node>;
  isWhole: boolean;
  isFound: boolean;
}

export interface Picked {
  data: unknown;
  /** The given pointers that match nothing. */
  missing: string[];
}

const nothing = Symbol('nothing');

/**
 * Returns the parts of the data that the pointers name (RFC 6901), in their places. A list takes no segment
 * of a pointer: the next name applies to each item. An item that is an object stays, even if it is empty.
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
    // Longer pointers may match too, so mark them.
    if (wanted.below.size > 0) partsOf(wanted, value);
    return value;
  }
  return partsOf(wanted, value);
}

// `Object.fromEntries` sets `__proto__` as an ordinary member.
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
