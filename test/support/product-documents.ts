/** A text that no screen may run. */
export const markup = '<img src=x onerror=alert(1)>';

/** Returns a document with an operation for each id. */
export function documentWith(...operations: string[]): string {
  const order = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };
  const content = { 'application/json': { schema: order } };
  const paths = operations.map((operationId) => [
    `/${operationId}`,
    {
      get: {
        operationId,
        summary: `${operationId} ${markup}`,
        responses: { '200': { description: 'OK', content } },
      },
    },
  ]);
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Web shop', version: '1.0.0' },
    paths: Object.fromEntries(paths),
  });
}
