import { storable } from '../../schema/values/storable.ts';
import { pointerOf } from '../../schema/values/pointer.ts';
import type { Reading } from './reading.ts';
import { follow } from './references.ts';
import { isObject, own, type JsonObject } from '../../schema/values/foreign-values.ts';

export interface Operation {
  method: string;
  path: string;
  value: JsonObject;
  /** The path item that contains it; a reference may lead to it. */
  item: { value: JsonObject; pointer: string };
  /** The pointer to it through `paths`. */
  at: string;
}

export const maxOperations = 20_000;
const methods = ['get', 'head', 'options', 'post', 'put', 'patch', 'delete', 'trace'];
const maxIdLength = 200;

/** Yields the operations of a document in order; an operation that is no object becomes a finding. */
export function* operationsOf(reading: Reading): Generator<Operation> {
  const paths = own(reading.root, 'paths');
  if (!isObject(paths)) return;
  let count = 0;
  for (const path of Object.keys(paths)) {
    if (path.startsWith('x-')) continue;
    const item = follow(reading, paths[path], pointerOf(['paths', path]));
    if (!item) continue;
    for (const method of methods.filter((name) => Object.hasOwn(item.value, name))) {
      const at = pointerOf(['paths', path, method]);
      const value = item.value[method];
      count += 1;
      if (count > maxOperations) {
        reading.findings.addWhole(
          'too_many_operations',
          at,
          `Only the first ${maxOperations} operations were read.`,
        );
        return;
      }
      if (isObject(value)) yield { method: method.toUpperCase(), path, value, item, at };
      else reading.findings.addWhole('not_an_object', at, 'This is not an operation; it was left out.');
    }
  }
}

/** Returns the ids that only one operation has, and that do not look like a method and a path. */
export function uniqueIdsOf(reading: Reading): Set<string> {
  const [once, twice] = [new Set<string>(), new Set<string>()];
  for (const { value } of operationsOf(reading)) {
    const id = own(value, 'operationId');
    if (typeof id !== 'string' || id === '' || id.length > maxIdLength) continue;
    if (!storable(id) || /\p{Cc}/u.test(id) || /^[A-Z]+ \//.test(id)) continue;
    (once.has(id) ? twice : once).add(id);
  }
  return new Set([...once].filter((id) => !twice.has(id)));
}
