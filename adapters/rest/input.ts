import type { FastifySchemaCompiler } from 'fastify';
import { z } from 'zod';
import {
  missing,
  missingWords,
  refuse,
  validationFailed,
  type Finding,
  type Refusal,
} from '../../schema/errors.ts';
import { pointerOf } from '../../schema/pointer.ts';

/** Checks a part of the request against its zod schema; thrown as a refusal that points at each finding. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart = 'body' }) => {
  return (data: unknown) => {
    const result = check(schema, data);
    if ('value' in result) return result;
    // Who sends nothing is told all that is needed, as who sends an empty object is.
    const ofNothing = data === undefined ? check(schema, {}) : result;
    const { findings } = 'findings' in ofNothing ? ofNothing : result;
    return { error: invalidInput(httpPart, schema, findings) };
  };
};

/** The value as the schema hands it on, or what is wrong with it. */
export function check(schema: z.ZodType, data: unknown): { value: unknown } | { findings: Finding[] } {
  const result = schema.safeParse(data, { error: wordsFor });
  if (result.success) return { value: result.data };
  return { findings: result.error.issues.flatMap((issue) => findingsOf(issue, data)) };
}

function findingsOf(issue: z.core.$ZodIssue, data: unknown): Finding[] {
  const { code, path, message } = issue;
  // zod names the keys it does not know in one issue about their object.
  if (code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ pointer: pointerOf([...path, key]), code: 'unknown_field', message }));
  // Whatever a format says of what it would take: first of all there is nothing.
  if (path.length > 0 && valueAt(data, path) === undefined && (code !== 'custom' || message === missingWords))
    return [missing(pointerOf(path))];
  return [{ pointer: pointerOf(path), code: code === 'invalid_type' ? code : 'invalid', message }];
}

function valueAt(data: unknown, path: PropertyKey[]): unknown {
  return path.reduce((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], data);
}

// Where a format says nothing itself: the words of its kind.
function wordsFor(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'unrecognized_keys') return 'is not a field of this object';
  if (issue.code === 'invalid_type') return `must be ${wordOf(issue.expected)}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`;
  if (issue.code === 'too_small') return `must be at least ${issue.minimum}`;
  return undefined;
}

function wordOf(type: string): string {
  return type === 'object' || type === 'record' ? 'a JSON object' : `of type ${type}`;
}

function invalidInput(part: string, schema: z.ZodType, errors: Finding[]): Refusal {
  if (part === 'body') return validationFailed(errors);
  const [first] = errors;
  const kind = part === 'querystring' ? 'query' : 'path';
  const words = first?.code === 'unknown_field' ? unknownIn(schema) : first?.message;
  return refuse('invalid_request', `The ${kind} parameter \`${first?.pointer.slice(1)}\` ${words}.`, {
    errors,
  });
}

function unknownIn(schema: z.ZodType): string {
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  return `is none that this path takes: it takes ${known.join(', ') || 'none'}`;
}
