import type { Client } from '../../schema/context.ts';

/** The client of a request that no test looks at. */
export const testClient: Client = {
  requestId: 'req_test',
  ip: null,
  userAgent: null,
  idempotencyKey: null,
  traceparent: null,
  hungUp: null,
};
