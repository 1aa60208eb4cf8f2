import { ChosenApplicationsDocument, type ChosenApplicationsQuery } from './documents.generated.ts';
import { useRead, type Read } from './read.ts';

export type ApplicationRow = NonNullable<ChosenApplicationsQuery['applications']>['edges'][number]['node'];

/** Reads the newest applications, for a choice among them. Deleted ones are left out. */
export function useApplications({ isPaused = false } = {}): Read<ChosenApplicationsQuery> & {
  /** The newest first; null before they are here. */
  rows: ApplicationRow[] | null;
} {
  const read = useRead(ChosenApplicationsDocument, {}, { isPaused });
  const rows = read.data?.applications?.edges.map(({ node }) => node) ?? null;
  return { ...read, rows: rows && rows.filter(({ status }) => status !== 'DELETED').toReversed() };
}
