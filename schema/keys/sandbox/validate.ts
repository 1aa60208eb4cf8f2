import { isObject } from '../../values/foreign-values.ts';
import { builder } from '../../kernel/builder.ts';
import { validationFailed, type Finding } from '../../values/errors.ts';
import type { OperationBodies } from '../../kernel/ports/services.ts';
import { ValidationType } from './type.ts';

/**
 * Checks an integration payload without executing it. Any JSON object is accepted. If it names an `operation`
 * of the downloadable API description, its `payload` is checked against that operation's body. Spec §4.
 */
export function validatePayload(operations: OperationBodies, input: Record<string, unknown>): Finding[] {
  const { operation, payload } = input;
  if (operation === undefined)
    return payload === undefined || isObject(payload) ? [] : [mustBe('payload', 'an object')];
  if (typeof operation !== 'string') return [mustBe('operation', 'a string')];
  const findings = operations.check(operation, payload);
  if (findings)
    return findings.map(({ pointer, code, message }) => ({ pointer: `/payload${pointer}`, code, message }));
  const unknown = 'is not an operation of the API description that takes a body';
  return [{ pointer: '/operation', code: 'unknown_operation', message: unknown }];
}

function mustBe(field: string, what: string): Finding {
  return { pointer: `/${field}`, code: 'invalid_type', message: `must be ${what}` };
}

builder.queryField('sandboxValidate', (t) =>
  t.field({
    type: ValidationType,
    nullable: true,
    description:
      'Checks an integration payload, any JSON object, without executing it. It returns findings as the answer, ' +
      'not as an error. It runs only over POST /v1/sandbox/validate, with a sandbox key.',
    args: { input: t.arg({ type: 'JSON', required: true }) },
    authScopes: { sandboxKey: true },
    resolve: (_root, { input }, ctx) => {
      if (!isObject(input))
        throw validationFailed([{ pointer: '', code: 'invalid_type', message: 'must be a JSON object' }]);
      return { errors: validatePayload(ctx.operations, input) };
    },
  }),
);
