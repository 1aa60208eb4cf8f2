import { createHash } from 'node:crypto';
import { sample as sampleOf } from 'openapi-sampler';
import type { DescribedContent, DescribedSchema } from '../../schema/kernel/ports/product-descriptions.ts';
import { isObject, literalOf } from '../../schema/values/foreign-values.ts';
import { maxValueBytes, type Example } from './examples.ts';
import { createJudge, type Check } from './judge.ts';
import type { Reading } from './reading.ts';
import { samplable, samplableDefinitions, type Manner, type Work } from './samplable.ts';
import { bytesOf } from './schemas.ts';

/** Makes samples from schemas, and checks them and the examples of the document. */
export interface Sampler {
  /** Returns the examples that conform to the schema, and a sample. */
  judge(content: { schema: DescribedSchema; pointer: string; examples: Example[] }): Judged;
}

interface Judged {
  examples: Example[];
  sample: Sample | null;
}

type Sample = NonNullable<DescribedContent['sample']>;

// From the most informative to the one that most likely conforms.
const manners: Manner[] = [
  { isMinimal: false, usesExamples: true },
  { isMinimal: false, usesExamples: false },
  { isMinimal: true, usesExamples: true },
  { isMinimal: true, usesExamples: false },
];
// A tenth of it suffices for the public documents in the tests.
const maxWork = 2 ** 19;
const maxTotalWork = 2 ** 24;
const maxTotalBytes = 16 * 2 ** 20;

export function createSampler(reading: Reading): Sampler {
  const judge = createJudge(reading);
  const known = new Map<string, { check: Check; sample: Sample | null } | null>();
  const work: Work = { left: maxTotalWork };
  let bytesLeft = maxTotalBytes;

  const outcomeOf = (schema: DescribedSchema) => {
    const key = createHash('sha256').update(JSON.stringify(schema)).digest('base64');
    const outcome = known.get(key);
    if (outcome !== undefined) return outcome;
    const check = judge.checkOf(schema);
    const made = check && { check, sample: makeSample(schema, check, work) };
    known.set(key, made);
    return made;
  };

  return {
    judge({ schema, pointer, examples }) {
      const { findings } = reading;
      const outcome = outcomeOf(schema);
      if (!outcome) {
        findings.add(
          'schema_unchecked',
          pointer,
          'The schema is too complex to check, or the document has too many; it has no examples and no sample.',
        );
        return { examples: [], sample: null };
      }
      const { check, sample } = outcome;
      const fit = examples.filter(({ value, pointer: at }) => {
        const isFit = check(value);
        if (!isFit)
          findings.add('example_unfit', at, 'The example does not conform to its schema; it was left out.');
        return isFit;
      });
      if (sample) bytesLeft -= bytesOf(sample.value);
      if (bytesLeft <= 0 || (!sample && work.left <= 0)) {
        findings.addWhole(
          'samples_cut',
          '/paths',
          'The samples of the document have more than 16 MiB, or take too long to make; the others were left out.',
        );
        return { examples: fit, sample: null };
      }
      if (fit.length === 0) noteOn(reading, sample, pointer);
      return { examples: fit, sample };
    },
  };
}

function noteOn({ findings }: Reading, sample: Sample | null, pointer: string): void {
  if (!sample)
    findings.add(
      'sample_too_large',
      pointer,
      'No sample of at most 64 KiB can be made from the schema. Add an example that conforms to it.',
    );
  else if (!sample.isFit)
    findings.add(
      'sample_unfit',
      pointer,
      'The sample made from the schema does not conform to it. Add an example that does.',
    );
}

/** Returns the first sample that conforms, otherwise the first one; null if none can be made. */
function makeSample(schema: DescribedSchema, check: Check, total: Work): Sample | null {
  let first: Sample | null = null;
  for (const manner of manners) {
    const work = { left: Math.min(maxWork, total.left) };
    total.left -= work.left;
    const value = valueOf(schema, manner, work);
    total.left += Math.max(0, work.left);
    if (value === undefined) continue;
    for (const candidate of [value, withoutNulls(value)])
      if (candidate !== undefined && check(candidate)) return { value: candidate, isFit: true };
    first ??= { value, isFit: false };
  }
  return first;
}

function valueOf(schema: DescribedSchema, manner: Manner, work: Work): unknown {
  const options = {
    quiet: true,
    enablePatterns: true,
    skipNonRequired: manner.isMinimal,
    skipWriteOnly: true,
  };
  try {
    const prepared = samplable(schema, manner, work) as Parameters<typeof sampleOf>[0];
    const made = sampleOf(prepared, options, { $defs: samplableDefinitions(schema, manner, work) });
    const text = JSON.stringify(made) as string | undefined;
    if (text === undefined || Buffer.byteLength(text) > maxValueBytes) return undefined;
    return literalOf(JSON.parse(text), maxValueBytes);
  } catch {
    // The sample takes too much work, or is one that the library fails to make.
    return undefined;
  }
}

/** Returns the value without members and items that are null; `undefined` if it is null itself. */
function withoutNulls(value: unknown): unknown {
  if (value === null) return undefined;
  if (Array.isArray(value)) return value.map(withoutNulls).filter((item) => item !== undefined);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, member]) => [name, withoutNulls(member)] as const);
  return Object.fromEntries(entries.filter(([, member]) => member !== undefined));
}
