import { textOf } from '../parts/form.tsx';
import { Refusal } from '../parts/refusal.ts';

/** Returns the public key in a form; undefined if there is none. Throws a Refusal if it is not JSON. */
export function publicKeyOf(form: FormData): unknown {
  const text = textOf(form, 'publicKey');
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal({
      code: 'validation_failed',
      message: 'The public key is not JSON. Paste it as a JSON Web Key.',
      errors: [{ pointer: '/publicKey', message: 'must be a JSON Web Key' }],
    });
  }
}
