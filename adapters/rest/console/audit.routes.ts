import { z } from 'zod';
import * as documents from '../../documents.generated.ts';
import { countedArgs, pageReply } from '../../http/page.ts';
import { route } from '../route.ts';
import { AuditEntry, AuditOutcome, AuditVerification } from '../../http/shapes/audit.ts';
import { countedListOf, countedQuery, moment } from '../../http/shapes/common.ts';

export const auditRoutes = [
  route('GET', '/api/console/audit', documents.AuditEntriesDocument, {
    credential: 'session',
    tag: 'Audit',
    summary: 'List the audit entries of the workspace',
    query: countedQuery.extend({
      action: z.string().max(100).optional().meta({ description: 'Such as `api_key.rotated`.' }),
      actorId: z
        .string()
        .optional()
        .meta({ description: 'Only entries of this actor: the id of a member, person or key.' }),
      targetId: z
        .string()
        .optional()
        .meta({ description: 'Only entries with this resource among their targets.' }),
      outcome: AuditOutcome.optional().meta({ description: 'Only entries with this outcome.' }),
      since: moment.optional().meta({ description: 'Only entries of this time or later.' }),
      until: moment.optional().meta({ description: 'Only entries before this time.' }),
    }),
    answer: countedListOf(AuditEntry),
    variables: ({ query }) => ({
      ...countedArgs(query),
      action: query.action ?? null,
      actorId: query.actorId ?? null,
      targetId: query.targetId ?? null,
      outcome: query.outcome ?? null,
      since: query.since ?? null,
      until: query.until ?? null,
    }),
    reply: pageReply,
  }),
  route('GET', '/api/console/audit/verify', documents.AuditVerificationDocument, {
    credential: 'session',
    tag: 'Audit',
    summary: 'Verify that the audit log is intact',
    answer: AuditVerification,
    variables: () => ({}),
    reply: (verification) => verification,
  }),
];
