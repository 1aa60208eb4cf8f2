import { textOf } from './form.tsx';
import { Refusal } from './refusal.ts';

/** Returns the JSON of a field; undefined if it is empty. Throws a Refusal with a finding if it is no JSON. */
export function jsonOf(data: FormData, name: string): unknown {
  const text = textOf(data, name);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Refusal({
      code: 'validation_failed',
      message: `This is no JSON: ${(error as Error).message}.`,
      errors: [{ pointer: `/${name}`, message: 'must be JSON' }],
    });
  }
}
