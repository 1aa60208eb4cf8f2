import { schemaKeywords } from '../../adapters/openapi/keywords.ts';
import { isObject, itemsOf, own, wordOf, type JsonObject } from '../../schema/values/foreign-values.ts';

/** Checks for one value: of the schema itself with all that applies in place, and the most for a value below it. */
interface Load {
  here: number;
  below: number;
}

const maxLoad = 500;
/** A length is counted character by character. */
const lengthLoad = 5;
/** A pattern may repeat parts so often; the cost of matching is limited by the text too. */
const maxRepetitions = 200;
const endless: Load = { here: Infinity, below: Infinity };
const scalars: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'null']);
const dynamic = ['$dynamicRef', '$recursiveRef'];
const reference = /^#\/\$defs\/([^/~%]+)$/;

/**
 * Whether the time to check a value is proportional to its size, with a factor that the text of the schema
 * limits. A schema that contains itself is not bounded, because its alternatives may multiply at each level.
 */
export function isBounded(schema: object): boolean {
  const definitions = own(schema, '$defs');
  const known = new Map<unknown, Load>();
  const loadOf = (of: unknown): Load => {
    if (!isObject(of)) return { here: 1, below: 0 };
    const load = known.get(of);
    if (load) return load;
    // Met again before it is known: the schema contains itself.
    known.set(of, endless);
    const found = sumOf(of, loadOf, definitions);
    known.set(of, found);
    return found;
  };
  const { here, below } = loadOf(schema);
  return Math.max(here, below) <= maxLoad;
}

function sumOf(schema: JsonObject, loadOf: (of: unknown) => Load, definitions: unknown): Load {
  let here = ownLoad(schema);
  let below = 0;
  for (const [keyword, { holds, isInPlace }] of schemaKeywords) {
    const given = own(schema, keyword);
    if (given === undefined) continue;
    const inner = holds === 'one' ? [given] : Object.values(given ?? {});
    const loads = inner.map(loadOf);
    if (isInPlace) {
      here += sum(loads.map((it) => it.here));
      below += sum(loads.map((it) => it.below));
    } else {
      if (holds === 'patterned') here += sum(Object.keys(given as object).map(patternLoad));
      // One property or item has one of these schemas, but may match several patterns.
      const each = loads.map((it) => Math.max(it.here, it.below));
      below += holds === 'patterned' ? sum(each) : Math.max(0, ...each);
    }
  }
  if (dynamic.some((keyword) => Object.hasOwn(schema, keyword))) return endless;
  if (!Object.hasOwn(schema, '$ref')) return { here, below };
  const [, name = ''] = reference.exec(wordOf(schema['$ref'])) ?? [];
  const found = own(definitions, name);
  const load = found === undefined ? endless : loadOf(found);
  return { here: here + load.here, below: below + load.below };
}

function ownLoad(schema: JsonObject): number {
  const names = itemsOf(own(schema, 'required')).length + Object.keys(own(schema, 'properties') ?? {}).length;
  const values = itemsOf(own(schema, 'enum')).length;
  const lengths = ['minLength', 'maxLength'].filter((keyword) => Object.hasOwn(schema, keyword)).length;
  const pattern = Object.hasOwn(schema, 'pattern') ? patternLoad(wordOf(schema['pattern'])) : 0;
  return 1 + names + values + lengths * lengthLoad + pattern + uniqueLoad(schema);
}

// Compiling takes time for each repetition.
function patternLoad(pattern: string): number {
  const repetitions = [...pattern.matchAll(/\d+/g)].reduce((total, [digits]) => total + Number(digits), 0);
  return repetitions > maxRepetitions ? Infinity : lengthLoad;
}

// Ajv compares each two items, unless it knows that they are scalars.
function uniqueLoad(schema: JsonObject): number {
  if (schema['uniqueItems'] !== true) return 0;
  return scalars.has(own(own(schema, 'items'), 'type')) ? 1 : Infinity;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
