import { z } from 'zod';
import * as documents from '../../documents.generated.ts';
import { pageArgs, pageReply } from '../../http/page.ts';
import { route } from '../route.ts';
import { AuditEntry, AuditVerification } from '../../http/shapes/audit.ts';
import { listOf, listQuery } from '../../http/shapes/common.ts';

export const auditRoutes = [
  route('GET', '/api/console/audit', documents.AuditEntriesDocument, {
    credential: 'session',
    tag: 'Audit',
    summary: 'List the audit entries of the workspace',
    query: listQuery.extend({ action: z.string().max(100).optional() }),
    answer: listOf(AuditEntry),
    variables: ({ query: { action, ...query } }) => ({ ...pageArgs(query), action: action ?? null }),
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
