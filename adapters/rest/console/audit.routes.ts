import { z } from 'zod';
import * as documents from '../../documents.generated.ts';
import { countedArgs, pageReply } from '../../http/page.ts';
import { route } from '../route.ts';
import { Exported, exportQuery } from '../send-export.ts';
import { AuditEntry, AuditOutcome, AuditVerification } from '../../http/shapes/audit.ts';
import { countedListOf, countedQuery, moment } from '../../http/shapes/common.ts';

const filters = {
  action: z.string().min(1).max(100).optional().meta({ description: 'Such as `api_key.rotated`.' }),
  actorId: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'Only entries of this actor: the id of a member, person or key.' }),
  targetId: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'Only entries with this resource among their targets.' }),
  requestId: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'Only entries of the request with this id, such as `req_…`.' }),
  outcome: AuditOutcome.optional().meta({ description: 'Only entries with this outcome.' }),
  since: moment.optional().meta({ description: 'Only entries of this time or later.' }),
  until: moment.optional().meta({ description: 'Only entries before this time.' }),
};
const Filters = z.object(filters);

export const auditRoutes = [
  route('GET', '/api/console/audit', documents.AuditEntriesDocument, {
    credential: 'session',
    tag: 'Audit',
    summary: 'List the audit entries of the workspace',
    query: countedQuery.extend(filters),
    answer: countedListOf(AuditEntry),
    variables: ({ query }) => ({ ...countedArgs(query), ...filterOf(query) }),
    reply: pageReply,
  }),
  route('GET', '/api/console/audit/export', documents.AuditEntriesDocument, {
    credential: 'session',
    tag: 'Audit',
    operationId: 'exportAuditEntries',
    summary: 'Export the audit entries of the workspace',
    query: exportQuery.extend(filters),
    answer: Exported,
    exported: {
      list: 'audit_entries',
      columns: [
        'seq',
        'id',
        'at',
        'action',
        'outcome',
        'actor.kind',
        'actor.id',
        'actor.personId',
        'actor.name',
        'targets',
        'changes',
        'reason',
        'origin.requestId',
        'origin.ip',
        'origin.userAgent',
        'previousHash',
        'hash',
      ],
    },
    variables: ({ query }) => filterOf(query),
    reply: () => '',
    errors: ['limit_reached'],
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

function filterOf({ action, actorId, targetId, requestId, outcome, since, until }: z.output<typeof Filters>) {
  return {
    action: action ?? null,
    actorId: actorId ?? null,
    targetId: targetId ?? null,
    requestId: requestId ?? null,
    outcome: outcome ?? null,
    since: since ?? null,
    until: until ?? null,
  };
}
