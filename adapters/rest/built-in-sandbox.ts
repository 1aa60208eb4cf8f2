import type { z } from 'zod';
import type { Context } from '../../schema/kernel/context.ts';
import type { BuiltInOperation, BuiltInSandbox } from '../../schema/kernel/ports/built-in-sandbox.ts';
import { run } from '../../schema/run.ts';
import { validationFailed } from '../../schema/values/errors.ts';
import { check, nothingSent } from '../http/input.ts';
import type { Route } from './route.ts';

/** Returns the routes of the sandbox API as operations, for calls that do not come over the network. */
export function builtInSandboxOf(rows: readonly Route[]): BuiltInSandbox<Context> {
  return { operations: new Map(rows.map((row) => [row.operationId, operationOf(row)])) };
}

function operationOf(row: Route): BuiltInOperation<Context> {
  const { method, path, credential, body: schema, document, variables, reply } = row;
  return {
    method,
    path,
    takesBody: schema !== undefined,
    isForKeys: credential === 'sandboxKey',
    async answer(ctx, sent) {
      // As over HTTP, the body of a GET has no meaning.
      const body = schema ? bodyOf(schema, sent) : undefined;
      const data = await run(ctx, document, variables({ params: {}, query: {}, body }));
      return reply(Object.values(data)[0], { query: {} });
    },
  };
}

function bodyOf(schema: z.ZodType, sent: unknown): unknown {
  if (sent === undefined) throw nothingSent(schema);
  const result = check(schema, sent);
  if ('findings' in result) throw validationFailed(result.findings);
  return result.value;
}
