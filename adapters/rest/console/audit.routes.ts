import { z } from 'zod';
import * as documents from '../../documents.generated.ts';
import { pageArgs, pageReply } from '../page.ts';
import { route } from '../route.ts';
import * as shapes from '../shapes.ts';

export const auditRoutes = [
  route('GET', '/api/console/audit', documents.AuditEntriesDocument, {
    credential: 'session',
    tag: 'Audit',
    summary: 'List the audit entries of the workspace',
    query: shapes.listQuery.extend({ action: z.string().max(100).optional() }),
    answer: shapes.listOf(shapes.AuditEntry),
    variables: ({ query: { action, ...query } }) => ({ ...pageArgs(query), action: action ?? null }),
    reply: pageReply,
  }),
  route('GET', '/api/console/audit/verify', documents.AuditVerificationDocument, {
    credential: 'session',
    tag: 'Audit',
    summary: 'Check that the audit log is whole',
    answer: shapes.AuditVerification,
    variables: () => ({}),
    reply: (verification) => verification,
  }),
];
