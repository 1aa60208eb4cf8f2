import type { ApprovalKind } from './documents.generated.ts';
import { requests, type Reading, type Row } from './requests.ts';
import { ended, waiting } from './statuses.ts';

export type Folder = 'yours' | 'waiting' | 'decided';

export const folders: readonly (readonly [Folder, string])[] = [
  ['yours', 'Yours'],
  ['waiting', 'Waiting'],
  ['decided', 'Decided'],
];

/** What a person filters by; empty for all. */
export interface Filter {
  kind: ApprovalKind | '';
  /** The id of the member who asks. */
  asker: string;
  /** The id of the application that a request is about. */
  application: string;
}

/** Returns what the server reads for a folder and a filter. */
export function readingOf(folder: Folder, { kind, asker, application }: Filter): Reading {
  return {
    status: [...(folder === 'decided' ? ended : waiting)],
    ...(folder === 'yours' && { decidableByMe: true }),
    ...(kind && { kind: [kind] }),
    ...(asker && { requestedBy: asker }),
    ...(application && { subjectId: application }),
  };
}

/** Returns the requests of a folder: the caller's first, then what ends soonest; the decided, newest first. */
export function rowsOf(folder: Folder, { kind, asker, application }: Filter): Row[] {
  const { rows, yours } = requests.value;
  const isYours = ({ id }: Row) => yours.value?.has(id) ?? false;
  const inFolder = {
    yours: (row: Row) => isWaiting(row) && isYours(row),
    waiting: isWaiting,
    decided: (row: Row) => !isWaiting(row),
  }[folder];
  const found = [...rows.value.values()].filter(
    (row) =>
      inFolder(row) &&
      (!kind || row.kind === kind) &&
      (!asker || row.requestedBy?.id === asker) &&
      (!application || row.subject.id === application),
  );
  if (folder === 'decided') return found.toSorted((a, b) => (instantOf(b) > instantOf(a) ? 1 : -1));
  return found.toSorted(
    (a, b) => Number(isYours(b)) - Number(isYours(a)) || (a.expiresAt > b.expiresAt ? 1 : -1),
  );
}

/** Returns how many rows a folder has, with a plus sign where older ones are not read yet. */
export function countOf(folder: Folder, filter: Filter): string {
  const [own, all] = [folder, 'waiting' as const].map(
    (name) => requests.value.olderOf(readingOf(name, filter)).before,
  );
  const isPartial = own !== null && typeof all === 'string';
  return `${rowsOf(folder, filter).length}${isPartial ? '+' : ''}`;
}

function isWaiting({ status }: Row): boolean {
  return (waiting as readonly string[]).includes(status);
}

function instantOf({ endedAt, createdAt }: Row): string {
  return endedAt ?? createdAt;
}
