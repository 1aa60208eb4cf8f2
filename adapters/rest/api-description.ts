import { refusalFor } from '../../schema/run.ts';
import type { ApiDescription, OpenApiDocument } from '../../schema/kernel/ports/api-description.ts';
import type { Route } from './route.ts';

export interface LateApiDescription extends ApiDescription {
  /** Sets the source of the document, which the server has once all routes are registered. */
  describe(document: () => OpenApiDocument): void;
}

/** Returns the description of the routes. */
export function apiDescriptionOf(rows: readonly Route[]): LateApiDescription {
  let source: (() => OpenApiDocument) | null = null;
  let made: OpenApiDocument | null = null;
  return {
    describe: (document) => void (source = document),
    document: () => {
      if (!source) throw new Error('The API description was read before its routes were registered.');
      return (made ??= source());
    },
    operations: new Map(
      rows.map(({ operationId, method, credential, document }) => [
        operationId,
        {
          method,
          isForSandboxKeys: credential === 'sandboxKey',
          refusalFor: (caller) => refusalFor(caller, document),
        },
      ]),
    ),
  };
}
