import { searchable } from '../../kernel/searched.ts';

searchable({
  type: 'event',
  needs: 'events:read',
  title: 'event.type',
  where: "event.resource ->> 'id'",
  texts: [],
});
