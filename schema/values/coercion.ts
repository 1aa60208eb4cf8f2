import type { GraphQLError } from 'graphql';
import { missing, type Finding } from './errors.ts';

// graphql-js reports a missing required field of a variable only as text. The text names the field and the
// path of the enclosing object, unless that is the variable itself.
const lacking =
  /(?: at "(?<path>[^"]+)")?; Field "(?<field>\w+)" of required type "[^"]+" was not provided\.$/;

/**
 * Returns the missing field of a variable as the same finding as on every other surface; null for any other
 * error.
 */
export function missingIn({ message }: GraphQLError): Finding | null {
  const found = message.startsWith('Variable "$') ? lacking.exec(message)?.groups : undefined;
  if (!found) return null;
  const [, ...parts] = found['path']?.match(/\w+/g) ?? [];
  return missing([...parts, found['field']].map((part) => `/${part}`).join(''));
}
