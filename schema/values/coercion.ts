import type { GraphQLError } from 'graphql';
import { missing, type Finding } from './errors.ts';

// graphql-js says in words alone which required field a variable lacks: the path of the object around it, where it is not
// the variable itself, and the field.
const lacking =
  /(?: at "(?<path>[^"]+)")?; Field "(?<field>\w+)" of required type "[^"]+" was not provided\.$/;

/** What is missing in the variables of an operation, as every other surface tells it; or null where it is no such error. */
export function missingIn({ message }: GraphQLError): Finding | null {
  const found = message.startsWith('Variable "$') ? lacking.exec(message)?.groups : undefined;
  if (!found) return null;
  const [, ...parts] = found['path']?.match(/\w+/g) ?? [];
  return missing([...parts, found['field']].map((part) => `/${part}`).join(''));
}
