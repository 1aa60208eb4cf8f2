import type { DescribedAnswer, DescribedContent } from '../../schema/kernel/ports/product-descriptions.ts';
import { isObject, own } from '../../schema/values/foreign-values.ts';
import { pointerOf } from '../../schema/values/pointer.ts';
import { examplesOf, type Example } from './examples.ts';
import { allIn, type Media } from './media.ts';
import type { Operation } from './operations.ts';
import type { Reading } from './reading.ts';
import { follow } from './references.ts';
import type { Room } from './room.ts';
import type { Sampler } from './samples.ts';
import { statedIn } from './stated.ts';
import { prose } from './text.ts';

interface Means {
  room: Room;
  sampler: Sampler;
}

const maxAnswers = 50;

/** Returns all answers of an operation: by status, then those for ranges, then the default. */
export function answersOf(reading: Reading, operation: Operation, means: Means): DescribedAnswer[] {
  const responses = own(operation.value, 'responses');
  if (!isObject(responses)) return [];
  return statusesIn(reading, responses, `${operation.at}/responses`).flatMap(({ status, key }) => {
    const at = operation.at + pointerOf(['responses', key]);
    const followed = follow(reading, responses[key], at);
    if (!followed) return [];
    const content = `${followed.pointer}/content`;
    // RFC 9110 §9.3.2: the answer to HEAD has no content.
    const media = operation.method === 'HEAD' ? [] : allIn(reading, own(followed.value, 'content'), content);
    return [
      {
        status,
        description: prose(own(followed.value, 'description'), 1_000),
        contents: media.map((it) => contentOf(reading, it, content + pointerOf([it.key]), means)),
      },
    ];
  });
}

function statusesIn({ findings }: Reading, responses: object, at: string): { status: string; key: string }[] {
  const found = new Map<string, string>();
  for (const key of Object.keys(responses)) {
    if (key.startsWith('x-')) continue;
    const status = /^[1-5]xx$/i.test(key) ? key.toUpperCase() : key;
    const isStatus = /^(?:[1-5]\d\d|[1-5]XX|default)$/.test(status);
    if (!isStatus || found.has(status))
      findings.add(
        'status_unusable',
        at + pointerOf([key]),
        'The status is no code, range or default, or is there twice; the answer was left out.',
      );
    else if (found.size === maxAnswers)
      findings.add('too_many_answers', at, `Only ${maxAnswers} answers of an operation were read.`);
    else found.set(status, key);
  }
  return [...found]
    .map(([status, key]) => ({ status, key }))
    .toSorted((a, b) => rankOf(a.status) - rankOf(b.status) || (a.status < b.status ? -1 : 1));
}

function rankOf(status: string): number {
  if (status === 'default') return 2;
  return status.endsWith('XX') ? 1 : 0;
}

function contentOf(
  reading: Reading,
  { type, value: media }: Media,
  at: string,
  { room, sampler }: Means,
): DescribedContent {
  const keptOf = (examples: Example[]) =>
    examples
      .filter(({ value, pointer }) => room.takes(value, pointer))
      .map(({ name, value }) => ({ name, value }));
  const found = examplesOf(reading, media, at);
  const given = own(media, 'schema');
  if (given === undefined) return { contentType: type, schema: null, examples: keptOf(found), sample: null };
  const pointer = `${at}/schema`;
  const schema = statedIn(reading, 'output', { value: given, pointer });
  if (!room.takes(schema, pointer)) return { contentType: type, schema: {}, examples: [], sample: null };
  const { examples, sample } = sampler.judge({ schema, pointer, examples: found });
  const isKept = sample !== null && room.takes(sample.value, pointer);
  return { contentType: type, schema, examples: keptOf(examples), sample: isKept ? sample : null };
}
