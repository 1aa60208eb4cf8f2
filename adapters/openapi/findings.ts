import type { DescriptionCounts, DescriptionPart } from '../../schema/kernel/ports/descriptions.ts';
import type { Finding } from '../../schema/values/errors.ts';
import { line } from './text.ts';

/** The findings so far. A place with a code counts once, however many capabilities contain it. */
export interface Findings {
  /** The reported findings: those about omitted wholes first, then those about omitted parts. */
  readonly told: readonly Finding[];
  readonly count: number;
  /** Adds a finding about an omitted part of a capability or the document. */
  add: Add;
  /** Adds a finding about an omitted capability, or an omitted rest of them. */
  addWhole: Add;
}

type Add = (code: string, pointer: string, message: string) => void;

const maxTold = 500;
// The limit of counted findings, which bounds the memory for a document.
const maxCounted = 100_000;
const maxPointerLength = 500;

export function collectFindings(): Findings {
  const [wholes, parts] = [collect(), collect()];
  return {
    get told() {
      return [...wholes.told, ...parts.told].slice(0, maxTold);
    },
    get count() {
      return wholes.count + parts.count;
    },
    add: parts.add,
    addWhole: wholes.add,
  };
}

function collect() {
  const told: Finding[] = [];
  const seen = new Set<string>();
  const add: Add = (code, place, message) => {
    const pointer = line(place, maxPointerLength);
    const key = `${code} ${pointer}`;
    if (seen.has(key) || seen.size === maxCounted) return;
    seen.add(key);
    if (told.length < maxTold) told.push({ pointer, code, message });
  };
  return {
    told,
    get count() {
      return seen.size;
    },
    add,
  };
}

/** Returns the same findings for a part of the document that begins at the pointer. */
export function below(findings: Findings, pointer: string): Findings {
  return {
    get told() {
      return findings.told;
    },
    get count() {
      return findings.count;
    },
    add: (code, place, message) => findings.add(code, pointer + place, message),
    addWhole: (code, place, message) => findings.addWhole(code, pointer + place, message),
  };
}

/** Yields the end of a description: its findings and counts. */
export function* endOf(
  { told, count }: Findings,
  counts: Omit<DescriptionCounts, 'findings'>,
): Generator<Extract<DescriptionPart, { part: 'FINDING' | 'END' }>> {
  for (const finding of told) yield { part: 'FINDING', finding };
  yield { part: 'END', counts: { ...counts, findings: count } };
}

/** Thrown if an operation or a tool cannot be described at all; becomes a finding. */
export class LeftOut extends Error {
  override name = 'LeftOut';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
