import { pointerOf } from '../../schema/values/pointer.ts';
import { selfContained } from './definitions.ts';
import { LeftOut } from './findings.ts';
import type { Body } from './input.ts';
import { anyIn, formIn, jsonIn, type Media } from './media.ts';
import type { Reading } from './reading.ts';
import { follow } from './references.ts';
import { convert } from './schemas.ts';
import { prose } from './text.ts';
import { isObject, own, type JsonObject } from '../../schema/values/foreign-values.ts';

const maxAnswers = 200;

/** Returns the body of an operation, or null. Throws LeftOut if it requires one that cannot be sent. */
export function bodyOf(reading: Reading, operation: JsonObject, method: string, at: string): Body | null {
  if (!Object.hasOwn(operation, 'requestBody')) return null;
  const followed = follow(reading, operation['requestBody'], `${at}/requestBody`);
  if (!followed) return null;
  const { value: given, pointer } = followed;
  const content = own(given, 'content');
  const media = method === 'GET' || method === 'HEAD' ? null : sendableIn(content);
  const required = own(given, 'required') === true;
  if (media) {
    const schema = {
      value: own(media.value, 'schema') ?? true,
      pointer: pointer + pointerOf(['content', media.key, 'schema']),
    };
    return {
      contentType: media.type,
      required,
      description: prose(own(given, 'description'), 1_000),
      schema,
    };
  }
  if (required)
    throw new LeftOut(
      'body_unusable',
      'The operation needs a body that is neither JSON nor a form, or its method allows none; the operation was left out.',
    );
  reading.findings.add(
    'body_unusable',
    pointer,
    'The body is neither JSON nor a form, or the method allows none; the body was left out.',
  );
  return null;
}

function sendableIn(content: unknown): Media | null {
  return jsonIn(content) ?? formIn(content) ?? anyIn(content);
}

/** Returns the schema of the answer to a successful call; null if there is no answer, or it is not JSON. */
export function outputOf(
  reading: Reading,
  operation: JsonObject,
  method: string,
  at: string,
): Record<string, unknown> | null {
  const responses = own(operation, 'responses');
  if (method === 'HEAD' || !isObject(responses)) return null;
  const good = Object.keys(responses)
    .slice(0, maxAnswers)
    .filter((status) => /^2(?:\d\d|XX)$/i.test(status))
    .toSorted();
  for (const status of good) {
    const followed = follow(reading, responses[status], at + pointerOf(['responses', status]));
    const content = own(followed?.value, 'content');
    const media = jsonIn(content) ?? anyIn(content);
    const value = own(media?.value, 'schema');
    if (!followed || !media || value === undefined) continue;
    const pointer = followed.pointer + pointerOf(['content', media.key, 'schema']);
    const { schema, refs } = convert(reading, 'output', { value, pointer });
    const stated = schema === true ? {} : schema === false ? { not: {} } : schema;
    return selfContained(reading, 'output', { schema: stated, refs }, pointer);
  }
  return null;
}
