import { globSync } from 'node:fs';

/** The documents whose commands the tests run, in reading order. */
export const guides: readonly string[] = [
  'README.md',
  'docs/guides/first-steps.md',
  'docs/guides/people.md',
  'docs/guides/live-keys.md',
  'docs/guides/api-products.md',
  'docs/guides/automations.md',
  'examples/ci-job/README.md',
  'docs/guides/connections.md',
  'docs/guides/webhooks.md',
  'examples/webhook-receiver/README.md',
  'docs/guides/agents.md',
  'examples/agent/README.md',
  'docs/guides/mcp-clients.md',
  'docs/reference/watching.md',
  'docs/guides/webhook-receivers.md',
  'docs/guides/operations.md',
  'docs/guides/backup-and-restore.md',
  'docs/guides/several-instances.md',
  'docs/guides/troubleshooting.md',
];

/** All pages for readers: README.md, the documentation and the READMEs of the examples. */
export const pages: readonly string[] = [
  'README.md',
  'docs/README.md',
  ...globSync('docs/{guides,reference,explanation}/*.md').toSorted(),
  ...globSync('examples/**/README.md').toSorted(),
];
