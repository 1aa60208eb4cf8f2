import type { OperationBodies } from '../../schema/kernel/ports/services.ts';
import { check } from '../http/input.ts';
import type { Route } from './route.ts';

/** Returns the request bodies of the routes, by operation id, for the validation in the sandbox. */
export function bodiesOf(rows: readonly Route[]): OperationBodies {
  const bodies = new Map(
    rows.flatMap(({ operationId, body }) => (body ? [[operationId, body] as const] : [])),
  );
  return {
    check(operationId, payload) {
      const body = bodies.get(operationId);
      if (!body) return null;
      const result = check(body, payload);
      return 'findings' in result ? result.findings : [];
    },
  };
}
