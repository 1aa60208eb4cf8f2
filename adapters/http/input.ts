import type { FastifySchemaCompiler } from 'fastify';
import { z } from 'zod';
import {
  missing,
  requiredMessage,
  moreThan,
  validationFailed,
  type Finding,
  type Refusal,
} from '../../schema/values/errors.ts';
import { didYouMean } from '../../schema/values/did-you-mean.ts';
import { pointerOf } from '../../schema/values/pointer.ts';

/** Checks a part of the request against its zod schema. Returns a refusal that points at each finding. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart = 'body' }) => {
  const isBody = httpPart === 'body';
  return (data: unknown) => {
    const result = check(schema, data, isBody ? aField : aParameter);
    if ('value' in result) return result;
    const { findings } = result;
    return { error: isBody ? validationFailed(findings) : wrongParameter(httpPart, schema, findings) };
  };
};

/** Returns the refusal for a request without a body. It names all required fields, as for an empty object. */
export function nothingSent(schema: z.ZodType): Refusal {
  const result = check(schema, {});
  const ofEmpty = 'findings' in result ? result.findings : [];
  const findings =
    ofEmpty.length > 0 ? ofEmpty : [{ pointer: '', code: 'required', message: requiredMessage }];
  const needed = ofEmpty.filter(({ code }) => code === 'required').map(({ pointer }) => pointer);
  const what = needed.length > 0 ? ` with ${needed.join(', ')}` : '';
  const sentence = `The request has no body. Send a JSON object${what}, with \`Content-Type: application/json\`.`;
  return validationFailed(findings, sentence);
}

/** How many unknown names get a suggestion of a similar name. */
const maxLookedFor = 10;
const aField = 'not a field of this object';
const aParameter = 'not a parameter of this path';

/** Returns the parsed value or the findings. `unknown` describes an unknown field in the messages. */
export function check(
  schema: z.ZodType,
  data: unknown,
  unknown = aField,
): { value: unknown } | { findings: Finding[] } {
  const known = new Map<string, string[]>();
  const error = (issue: z.core.$ZodRawIssue) => {
    if (issue.code === 'unrecognized_keys') known.set(pointerOf(issue.path ?? []), namesIn(issue.inst));
    return wordsFor(issue);
  };
  const result = schema.safeParse(data, { error });
  if (result.success) return { value: result.data };
  let lookedFor = 0;
  const isNone = (pointer: string, name: string) => {
    const names = known.get(pointer);
    if (!names) return null;
    lookedFor += 1;
    const nearest = lookedFor > maxLookedFor ? null : didYouMean(name, names);
    return `is ${unknown}${nearest === null ? '' : ` (did you mean \`${nearest}\`?)`}`;
  };
  return { findings: result.error.issues.flatMap((issue) => findingsOf(issue, data, isNone)) };
}

function namesIn(schema: unknown): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

function findingsOf(
  issue: z.core.$ZodIssue,
  data: unknown,
  isNone: (pointer: string, name: string) => string | null,
): Finding[] {
  const { code, path, message } = issue;
  // zod reports all unknown keys of an object in one issue.
  if (code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      pointer: pointerOf([...path, key]),
      code: 'unknown_field',
      // Some schemas have their own message for it.
      message: isNone(pointerOf(path), key) ?? message,
    }));
  // A missing value is reported as missing, whatever the format says about it.
  if (
    path.length > 0 &&
    valueAt(data, path) === undefined &&
    (code !== 'custom' || message === requiredMessage)
  )
    return [missing(pointerOf(path))];
  return [{ pointer: pointerOf(path), code: code === 'invalid_type' ? code : 'invalid', message }];
}

function valueAt(data: unknown, path: PropertyKey[]): unknown {
  return path.reduce((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], data);
}

// The message for an issue whose format has none.
function wordsFor(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') return `must be ${wordOf(issue.expected)}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`;
  if (issue.code === 'too_small') return `must be at least ${issue.minimum}`;
  return undefined;
}

function wordOf(type: string): string {
  if (type === 'int') return 'a whole number';
  return type === 'object' || type === 'record' ? 'a JSON object' : `of type ${type}`;
}

function wrongParameter(part: string, schema: z.ZodType, errors: Finding[]): Refusal {
  const kind = part === 'querystring' ? 'query' : 'path';
  const [first, ...others] = errors;
  const unknown = others.find(({ code }) => code === 'unknown_field');
  const told = [first, first?.code === 'unknown_field' ? undefined : unknown].filter(
    (it) => it !== undefined,
  );
  const words = told.map(
    ({ code, pointer, message }) =>
      `\`${pointer.slice(1)}\` ${code === 'unknown_field' ? takenBy(schema) : message}`,
  );
  return validationFailed(
    errors,
    `The ${kind} parameter ${words.join(', and ')}${moreThan(told.length, errors)}.`,
  );
}

function takenBy(schema: z.ZodType): string {
  return `is not a parameter of this path: its parameters are ${namesIn(schema).join(', ') || 'none'}`;
}
