import { z } from 'zod';
import { id, name, time } from './common.ts';

export const AuditOutcome = z.enum(['SUCCESS', 'DENIED', 'FAILED']);

export const AuditEntry = z
  .object({
    id: id('aud'),
    seq: z.int(),
    at: time,
    action: z.string().meta({ examples: ['api_key.rotated'] }),
    outcome: AuditOutcome,
    actor: z.object({
      kind: z.enum(['MEMBER', 'AUTOMATION', 'PERSON', 'ANONYMOUS', 'API_KEY', 'MCP_CREDENTIAL', 'SYSTEM']),
      id: z.string().nullable(),
      personId: z.string().nullable(),
      name,
    }),
    targets: z.array(z.object({ type: z.string(), id: z.string(), name })),
    changes: z.unknown(),
    origin: z.object({ requestId: z.string(), ip: z.string().nullable(), userAgent: z.string().nullable() }),
    reason: z.string().nullable(),
    hash: z.string(),
    previousHash: z.string(),
  })
  .meta({ id: 'AuditEntry' });

export const AuditVerification = z
  .object({
    valid: z.boolean(),
    checked: z.int(),
    firstBadSeq: z.int().nullable(),
    problem: z.string().nullable(),
    headHash: z.string(),
    anchoredSeq: z.int().nullable(),
  })
  .meta({ id: 'AuditVerification' });
