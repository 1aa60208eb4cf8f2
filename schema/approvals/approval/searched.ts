import { searchable } from '../../kernel/searched.ts';

// The status by the rule of `statusAt`.
searchable({
  type: 'approval_request',
  needs: 'approvals:read',
  title: 'summary',
  where: "case when status = 'PENDING' and expires_at <= :now then 'EXPIRED' else status end",
  texts: ['summary'],
});
