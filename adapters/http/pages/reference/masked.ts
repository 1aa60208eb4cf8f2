import { replaceCredentials } from '../../../../schema/values/credential-in-url.ts';
import { secretKinds } from '../../../../schema/values/secret.ts';

const elided = new RegExp(`^(?:${secretKinds.join('|')})_.*…`, 's');

/** Returns an example with placeholders such as `$TOKEN` for secrets, also for elided ones. */
export function masked(value: unknown, name = 'secret'): unknown {
  if (typeof value === 'string') return maskedText(value, name);
  if (Array.isArray(value)) return value.map((item) => masked(item, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, masked(item, key)]));
}

function maskedText(text: string, name: string): string {
  const placeholder = `$${shellName(name)}`;
  return elided.test(text) ? placeholder : replaceCredentials(text, placeholder);
}

/** Returns a name as variables of shells are written: `applicationId` becomes `APPLICATION_ID`. */
export function shellName(name: string): string {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').replaceAll(/\W+/g, '_');
  return words.toUpperCase().replace(/^(?=\d|$)/, '_');
}
