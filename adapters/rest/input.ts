import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { refuse, validationFailed, type Finding, type Refusal } from '../../schema/errors.ts';
import { pointerOf } from '../../schema/pointer.ts';

/** Checks a part of the request against its zod schema; thrown as a refusal that points at each finding. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart = 'body' }) => {
  return (data: unknown) => {
    const result = schema.safeParse(data);
    return result.success
      ? { value: result.data }
      : { error: invalidInput(httpPart, findingsOf(result.error)) };
  };
};

export function findingsOf(error: z.ZodError): Finding[] {
  return error.issues.flatMap((issue) => {
    // zod names the keys it does not know in one issue about their object.
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        pointer: pointerOf([...issue.path, key]),
        code: 'unknown_field',
        message: 'is not a field of this object',
      }));
    const code = issue.code === 'invalid_type' ? 'invalid_type' : 'invalid';
    return [{ pointer: pointerOf(issue.path), code, message: issue.message }];
  });
}

function invalidInput(part: string, errors: Finding[]): Refusal {
  if (part === 'body') return validationFailed(errors);
  const [first] = errors;
  return refuse(
    'invalid_request',
    `${first?.pointer ?? ''} of the ${part} is not valid: ${first?.message}.`,
    { errors },
  );
}
