import { z } from 'zod';
import { time } from './common.ts';

const start = time.meta({ description: 'When the bucket begins.' });
const storedSince = time
  .nullable()
  .meta({ description: 'Earlier points may be too low. Null if the server never deletes the rows.' });

export const ApiKeyCalls = z
  .object({ points: z.array(z.object({ start, calls: z.int() })), storedSince })
  .meta({ id: 'ApiKeyCalls' });

export const DeliveryStats = z
  .object({
    points: z.array(
      z.object({
        start,
        succeeded: z.int().meta({ description: 'Attempts that the receiver acknowledged.' }),
        failed: z.int().meta({ description: 'Attempts with any other outcome.' }),
        p50Ms: z.int().nullable().meta({ description: 'The median response time of answered attempts.' }),
        p95Ms: z.int().nullable(),
      }),
    ),
    storedSince,
  })
  .meta({ id: 'DeliveryStats' });

export const GatewayCalls = z
  .object({
    points: z.array(
      z.object({
        start,
        calls: z.int(),
        failed: z.int().meta({ description: 'Those that failed at the provider.' }),
      }),
    ),
    storedSince,
  })
  .meta({ id: 'GatewayCalls' });

export const ToolCallStats = z
  .object({
    points: z.array(
      z.object({
        start,
        requested: z.int(),
        executed: z.int(),
        rejected: z.int(),
        failed: z.int(),
        outcomeUnknown: z.int(),
        lapsed: z.int().meta({ description: 'Calls that expired, were canceled or were superseded.' }),
      }),
    ),
    storedSince,
  })
  .meta({ id: 'ToolCallStats' });

export const ApprovalStats = z
  .object({
    points: z.array(
      z.object({
        start,
        requested: z.int(),
        decided: z.int(),
        medianWaitSeconds: z
          .int()
          .nullable()
          .meta({ description: 'How long the median of the decided requests had waited.' }),
      }),
    ),
    storedSince,
  })
  .meta({ id: 'ApprovalStats' });
