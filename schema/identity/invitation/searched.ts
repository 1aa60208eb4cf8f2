import { searchable } from '../../kernel/searched.ts';

// The status by the rule of `statusAt`.
searchable({
  type: 'invitation',
  needs: 'members:invite',
  title: 'email',
  where: "case when status = 'PENDING' and expires_at <= :now then 'EXPIRED' else status end",
  texts: ['email'],
});
