import type {
  DescribedBody,
  DescribedOperation,
  DescribedParameter,
} from '../../schema/kernel/ports/product-descriptions.ts';
import { own, type JsonObject } from '../../schema/values/foreign-values.ts';
import { pointerOf } from '../../schema/values/pointer.ts';
import { answersOf } from './answers.ts';
import { inOrder } from './input.ts';
import { allIn } from './media.ts';
import { assertCallable, headingOf, parameterLists } from './operation.ts';
import type { Operation } from './operations.ts';
import { parametersOf, type Parameter } from './parameters.ts';
import type { Reading } from './reading.ts';
import { follow } from './references.ts';
import { startRoom, type Room } from './room.ts';
import type { Sampler } from './samples.ts';
import { statedIn } from './stated.ts';

/** The properties common to all operations of a product. */
export interface Surroundings {
  /** `header:name` and `query:name` of the parameters that carry credentials. */
  credentials: ReadonlySet<string>;
  /** The ids that only one operation has. */
  uniqueIds: ReadonlySet<string>;
  sampler: Sampler;
}

/** Describes an operation of a product. Throws LeftOut if it cannot be called. */
export function describeOperation(
  reading: Reading,
  operation: Operation,
  { credentials, uniqueIds, sampler }: Surroundings,
): DescribedOperation {
  assertCallable(operation);
  const { method, path, value, at } = operation;
  const { key, title, description } = headingOf(operation, uniqueIds);
  const room = startRoom(reading);
  const parameters = inOrder(parametersOf(reading, parameterLists(operation), path, credentials));
  return {
    operationId: key,
    method,
    path,
    title,
    description,
    parameters: parameters.map((parameter) => parameterOf(reading, parameter, room)),
    body: bodyOf(reading, { value, method, at }, room),
    answers: answersOf(reading, operation, { room, sampler }),
  };
}

function parameterOf(
  reading: Reading,
  { name, in: place, style, explode, required, schema: found, description }: Parameter,
  room: Room,
): DescribedParameter {
  const stated = statedIn(reading, 'input', found);
  const schema = room.schema({ ...(description && { description }), ...stated }, found.pointer);
  return { name, in: place, style, explode, required, schema };
}

function bodyOf(
  reading: Reading,
  { value, method, at }: { value: JsonObject; method: string; at: string },
  room: Room,
): DescribedBody | null {
  if (!Object.hasOwn(value, 'requestBody')) return null;
  const followed = follow(reading, value['requestBody'], `${at}/requestBody`);
  if (!followed) return null;
  if (method === 'GET' || method === 'HEAD') {
    reading.findings.add('body_unusable', followed.pointer, 'GET and HEAD have no body; it was left out.');
    return null;
  }
  const content = `${followed.pointer}/content`;
  return {
    required: own(followed.value, 'required') === true,
    contents: allIn(reading, own(followed.value, 'content'), content).map(({ type, key, value: media }) => {
      const pointer = `${content}${pointerOf([key, 'schema'])}`;
      const schema = statedIn(reading, 'input', { value: own(media, 'schema') ?? true, pointer });
      return { contentType: type, schema: room.schema(schema, pointer) };
    }),
  };
}
