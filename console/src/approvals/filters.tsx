import { useRead } from '../app/read.ts';
import { nameOf } from '../parts/actor.ts';
import { FilterChoice, Filters } from '../parts/filter.tsx';
import { QueueFiltersDocument } from './documents.generated.ts';
import type { Filter } from './folders.ts';
import { kindNames } from './words.ts';

/** The filters above the queue: by kind, by who asks, by application. */
export function QueueFilters({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const { data } = useRead(QueueFiltersDocument, {});
  const members = data?.members?.edges.map(({ node }) => [node.id, nameOf(node)] as const) ?? [];
  const applications = data?.applications?.edges.map(({ node }) => [node.id, node.name] as const) ?? [];
  const choice = (name: keyof Filter) => ({
    value: filter[name],
    onChange: (value: string) => onChange({ ...filter, [name]: value }),
  });
  return (
    <Filters>
      <FilterChoice label="Kind" all="All" options={Object.entries(kindNames)} {...choice('kind')} />
      <FilterChoice label="Asked by" all="All" options={members} {...choice('asker')} />
      <FilterChoice label="Application" all="All" options={applications} {...choice('application')} />
    </Filters>
  );
}
