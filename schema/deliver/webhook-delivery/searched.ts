import { searchable } from '../../kernel/searched.ts';

searchable({
  type: 'webhook_delivery',
  needs: 'webhook_deliveries:read',
  title: 'event_type',
  where: 'status',
  texts: [],
});
