import { isObject, isUsableName, literalOf, own } from '../../schema/values/foreign-values.ts';
import { pointerOf } from '../../schema/values/pointer.ts';
import type { Reading } from './reading.ts';
import { follow } from './references.ts';
import { bytesOf } from './schemas.ts';

/** An example of a media type, before it is checked against the schema. */
export interface Example {
  /** Empty for `example`. */
  name: string;
  value: unknown;
  pointer: string;
}

const maxExamples = 20;
export const maxValueBytes = 65_536;

/** Returns the examples of a media type, in order. */
export function examplesOf(reading: Reading, media: unknown, at: string): Example[] {
  const { findings } = reading;
  const alone = isObject(media) && Object.hasOwn(media, 'example');
  const first = alone ? [{ name: '', value: media['example'], pointer: `${at}/example` }] : [];
  const named = own(media, 'examples');
  const names = isObject(named) ? Object.keys(named) : [];
  if (names.length > maxExamples)
    findings.add('too_many_examples', `${at}/examples`, `Only the first ${maxExamples} examples were read.`);
  const others = names.slice(0, maxExamples).flatMap((name) => {
    const followed = follow(reading, own(named, name), at + pointerOf(['examples', name]));
    if (!followed) return [];
    const { value: example, pointer } = followed;
    if (Object.hasOwn(example, 'value')) return [{ name, value: example['value'], pointer }];
    findings.add(
      'example_elsewhere',
      pointer,
      'The example has no value here, and nothing is fetched; it was left out.',
    );
    return [];
  });
  return [...first, ...others].flatMap((example) => {
    const value = literalOf(example.value, maxValueBytes);
    const isNamed = example.name === '' || isUsableName(example.name);
    if (isNamed && value !== undefined && bytesOf(value) <= maxValueBytes) return [{ ...example, value }];
    findings.add(
      'example_unusable',
      example.pointer,
      'The example has more than 64 KiB, is nested too deeply, or has an unusable name or text; it was left out.',
    );
    return [];
  });
}
