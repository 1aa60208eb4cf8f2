import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A connector whose description ships with this version. */
export interface ReadyMade {
  /** Stable across versions. */
  id: string;
  name: string;
  description: string;
  /** An OpenAPI document, as YAML. */
  document: Buffer;
}

// oxfmt-ignore
const table: readonly Omit<ReadyMade, 'document'>[] = [
  { id: 'github',      name: 'GitHub',      description: 'Repositories, issues, pull requests and commits on github.com.' },
  { id: 'gitlab',      name: 'GitLab',      description: 'Projects, issues, merge requests and pipelines on gitlab.com.' },
  { id: 'hacker-news', name: 'Hacker News', description: 'Stories and comments of Hacker News; needs no credential.' },
  { id: 'open-meteo',  name: 'Open-Meteo',  description: 'Weather and air quality of any place; needs no credential.' },
  { id: 'sentry',      name: 'Sentry',      description: 'Projects, errors and releases on sentry.io.' },
  { id: 'slack',       name: 'Slack',       description: 'Channels, messages and people of a Slack workspace.' },
  { id: 'stripe',      name: 'Stripe',      description: 'Customers, payments, invoices and subscriptions at Stripe.' },
];

/** Reads the documents at startup, so that a missing file fails the start and not an import. */
export const readyMadeConnectors: readonly ReadyMade[] = table.map(({ id, name, description }) => ({
  id,
  name,
  description,
  document: readFileSync(join(import.meta.dirname, 'ready-made', `${id}.yaml`)),
}));

export function readyMadeBy(id: string): ReadyMade | null {
  return readyMadeConnectors.find((readyMade) => readyMade.id === id) ?? null;
}
