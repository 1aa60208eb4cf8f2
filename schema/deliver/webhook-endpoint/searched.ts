import { searchable } from '../../kernel/searched.ts';

// Of the URL, which may contain a secret, only the host.
const host = String.raw`substring(url from '//([^/#\?]*)')`;

searchable({
  type: 'webhook_endpoint',
  needs: 'webhooks:read',
  title: host,
  where: 'status',
  texts: [host, 'description'],
});
