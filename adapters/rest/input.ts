import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { refuse, validationFailed, type Finding, type Refusal } from '../../schema/errors.ts';
import { pointerOf } from '../../schema/pointer.ts';

/** Checks a part of the request against its zod schema; thrown as a refusal that points at each finding. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart = 'body' }) => {
  return (data: unknown) => {
    const result = check(schema, data);
    return 'value' in result ? result : { error: invalidInput(httpPart, result.findings) };
  };
};

/** The value as the schema hands it on, or what is wrong with it. */
export function check(schema: z.ZodType, data: unknown): { value: unknown } | { findings: Finding[] } {
  const result = schema.safeParse(data, { error: wordsFor });
  return result.success ? { value: result.data } : { findings: result.error.issues.flatMap(findingsOf) };
}

function findingsOf(issue: z.core.$ZodIssue): Finding[] {
  // zod names the keys it does not know in one issue about their object.
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      pointer: pointerOf([...issue.path, key]),
      code: 'unknown_field',
      message: 'is not a field of this object',
    }));
  const code =
    issue.message === required ? 'required' : issue.code === 'invalid_type' ? 'invalid_type' : 'invalid';
  return [{ pointer: pointerOf(issue.path), code, message: issue.message }];
}

const required = 'is required';

// Where a format says nothing itself: the words of its kind.
function wordsFor(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type')
    return issue.input === undefined && issue.path?.length ? required : `must be ${wordOf(issue.expected)}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`;
  if (issue.code === 'too_small') return `must be at least ${issue.minimum}`;
  return undefined;
}

function wordOf(type: string): string {
  return type === 'object' || type === 'record' ? 'a JSON object' : `of type ${type}`;
}

function invalidInput(part: string, errors: Finding[]): Refusal {
  if (part === 'body') return validationFailed(errors);
  const [first] = errors;
  const kind = part === 'querystring' ? 'query' : 'path';
  return refuse(
    'invalid_request',
    `The ${kind} parameter \`${first?.pointer.slice(1)}\` ${first?.message}.`,
    { errors },
  );
}
