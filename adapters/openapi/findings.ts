import type { DescriptionCounts, DescriptionPart } from '../../schema/kernel/ports/descriptions.ts';
import type { Finding } from '../../schema/values/errors.ts';
import { line } from './text.ts';

/** What was left out so far. Of one place and code there is one, however many capabilities it is part of. */
export interface Findings {
  /** What is told of them: first what is missing as a whole, then what is missing of something, each first come. */
  readonly told: readonly Finding[];
  readonly count: number;
  /** Something is missing of a capability or of the document. */
  add: Add;
  /** A capability, or what follows, is missing. */
  addWhole: Add;
}

type Add = (code: string, pointer: string, message: string) => void;

const maxTold = 500;
// Beyond it nothing new is counted: what is remembered of a document has a bound too.
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

/** The same findings, of a part of the whole that begins at the pointer. */
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

/** What a description ends in. */
export function* endOf(
  { told, count }: Findings,
  counts: Omit<DescriptionCounts, 'findings'>,
): Generator<DescriptionPart> {
  for (const finding of told) yield { part: 'FINDING', finding };
  yield { part: 'END', counts: { ...counts, findings: count } };
}

/** Says that an operation or a tool cannot be described at all; it becomes a finding of it. */
export class LeftOut extends Error {
  override name = 'LeftOut';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
