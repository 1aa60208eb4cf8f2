import { z } from 'zod';
import * as formats from '../../../schema/values/formats.ts';
import { Finding } from './problem.ts';

// spec §2, Sandbox payloads
export const EchoRequest = z
  .strictObject({
    message: formats.echoMessage.meta({ examples: ['hello'] }),
    reference: formats.echoReference.optional().meta({ examples: ['order-42'] }),
  })
  .meta({ id: 'EchoRequest' });

export const EchoResponse = z
  .object({ message: z.string(), accepted: z.boolean(), reference: z.string().optional() })
  .meta({ id: 'EchoResponse' });

export const HealthResponse = z
  .object({
    status: z.string().meta({ examples: ['ok'] }),
    environment: z.string().meta({ examples: ['sandbox'] }),
  })
  .meta({ id: 'HealthResponse' });

export const ValidateRequest = z.record(z.string(), z.unknown()).meta({
  id: 'ValidateRequest',
  description:
    'Any JSON object. With `operation`, an operationId of this description, the sandbox checks `payload` against its body.',
  examples: [{ operation: 'sandboxEcho', payload: { message: 'hello' } }],
});

export const ValidateResponse = z
  .object({ valid: z.boolean(), errors: z.array(Finding) })
  .meta({ id: 'ValidateResponse' });
