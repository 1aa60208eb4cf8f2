import { searchable } from '../../kernel/searched.ts';

searchable({
  type: 'test_receipt',
  needs: 'test_receipts:read',
  title: 'operation_id',
  where: '(select application.name from application where application.id = test_receipt.application_id)',
  texts: [],
});
