import { computed, effect, signal } from '@preact/signals';
import { client, refusalOf, type WorkspaceClient } from '../app/client.ts';
import { readCounters } from '../app/me.ts';
import type { Refusal } from '../parts/refusal.ts';
import {
  CursorDocument,
  QueueDocument,
  RequestChangedDocument,
  YoursToDecideDocument,
  type QueueRowFragment,
} from './documents.generated.ts';

export type Row = QueueRowFragment;
export type Folder = 'yours' | 'waiting' | 'decided';

const waiting = ['PENDING', 'APPROVED', 'EXECUTING'] as const;
const ended = [
  'EXECUTED',
  'REJECTED',
  'CANCELLED',
  'EXPIRED',
  'FAILED',
  'OUTCOME_UNKNOWN',
  'SUPERSEDED',
] as const;

interface Older {
  /** Where the next page begins; null after the last page, undefined before the first. */
  before: string | null | undefined;
  isReading: boolean;
}

/** The requests of one workspace that are known here, from lists and from live messages. */
class Requests {
  readonly rows = signal<ReadonlyMap<string, Row>>(new Map());
  readonly yours = signal<ReadonlySet<string>>(new Set());
  readonly refusal = signal<Refusal | null>(null);
  readonly older = {
    waiting: signal<Older>({ before: undefined, isReading: false }),
    decided: signal<Older>({ before: undefined, isReading: false }),
  };
  readonly #client: WorkspaceClient;
  #cursor: string | null = null;
  #isYoursDue = false;
  readonly #reading: Record<'waiting' | 'decided', Promise<void> | null> = { waiting: null, decided: null };

  constructor(of: WorkspaceClient) {
    this.#client = of;
  }

  /** Follows every change until the returned function is called. Goes on where it stopped. */
  follow(): () => void {
    const end = new AbortController();
    void this.#follow(end.signal);
    return () => end.abort();
  }

  async #follow(end: AbortSignal): Promise<void> {
    this.#readYours();
    // Before the list: what happens between the two comes twice instead of never.
    this.#cursor ??= await this.#readCursor();
    await this.readOlder('waiting');
    if (end.aborted) return;
    const subscription = this.#client.urql
      .subscription(RequestChangedDocument, { after: this.#cursor })
      .subscribe(({ data, error }) => {
        if (error) return this.#restart(refusalOf(error));
        const { approvalRequest = null, cursor } = data?.approvalRequestChanged ?? {};
        if (cursor) this.#cursor = cursor;
        if (approvalRequest) this.merge([approvalRequest]);
        this.#readYours();
        readCounters();
      });
    end.addEventListener('abort', () => subscription.unsubscribe());
  }

  async #readCursor(): Promise<string | null> {
    const { data } = await this.#client.urql.query(CursorDocument, {}, { requestPolicy: 'network-only' });
    return data?.eventCursor ?? null;
  }

  /** Keeps the newer of two versions of each request. */
  merge(found: readonly Row[]): void {
    const rows = new Map(this.rows.value);
    for (const row of found) if ((rows.get(row.id)?.rowVersion ?? 0) <= row.rowVersion) rows.set(row.id, row);
    this.rows.value = rows;
  }

  /** Reads the next page of a folder. Several callers share one read. */
  async readOlder(folder: 'waiting' | 'decided'): Promise<void> {
    if (this.older[folder].value.before === null) return;
    this.#reading[folder] ??= this.#read(folder).finally(() => (this.#reading[folder] = null));
    await this.#reading[folder];
  }

  async #read(folder: 'waiting' | 'decided'): Promise<void> {
    const older = this.older[folder];
    const status = [...(folder === 'waiting' ? waiting : ended)];
    const { before } = older.value;
    older.value = { before, isReading: true };
    const { data, error } = await this.#client.urql.query(
      QueueDocument,
      { status, ...(before && { before }) },
      { requestPolicy: 'network-only' },
    );
    this.refusal.value = error ? refusalOf(error) : null;
    const page = data?.approvalRequests;
    if (page) this.merge(page.edges.map(({ node }) => node));
    const next = page?.pageInfo.hasPreviousPage ? page.pageInfo.startCursor : null;
    older.value = { before: page ? next : before, isReading: false };
  }

  /** If the cursor is too old, everything is read again, and the subscription starts from there. */
  #restart(refusal: Refusal): void {
    this.refusal.value = refusal;
    if (refusal.code !== 'invalid_cursor') return;
    known.delete(this.#client);
    current.value = null;
  }

  /** Which requests the caller could decide is the server's to say. */
  #readYours(): void {
    if (this.#isYoursDue) return;
    this.#isYoursDue = true;
    setTimeout(() => {
      this.#isYoursDue = false;
      void this.#askForYours();
    }, 300);
  }

  async #askForYours(): Promise<void> {
    const { data } = await this.#client.urql.query(
      YoursToDecideDocument,
      {},
      { requestPolicy: 'network-only' },
    );
    const edges = data?.approvalRequests?.edges;
    if (edges) this.yours.value = new Set(edges.map(({ node }) => node.id));
  }
}

const known = new WeakMap<WorkspaceClient, Requests>();
const current = signal<Requests | null>(null);

effect(() => {
  const { value } = client;
  if (current.value !== null && known.get(value) === current.value) return;
  const found = known.get(value) ?? new Requests(value);
  known.set(value, found);
  current.value = found;
});

/** The requests of the workspace on screen. */
export const requests = computed(() => {
  if (!current.value) throw new Error('No workspace is on screen.');
  return current.value;
});

/** Returns the requests of a folder: the caller's first, then what ends soonest; the decided, newest first. */
export function rowsOf(folder: Folder, kinds: readonly string[]): Row[] {
  const { rows, yours } = requests.value;
  const isYours = ({ id }: Row) => yours.value.has(id);
  const isWaiting = ({ status }: Row) => (waiting as readonly string[]).includes(status);
  const inFolder = {
    yours: (row: Row) => isWaiting(row) && isYours(row),
    waiting: isWaiting,
    decided: (row: Row) => !isWaiting(row),
  }[folder];
  const found = [...rows.value.values()].filter(
    (row) => inFolder(row) && (kinds.length === 0 || kinds.includes(row.kind)),
  );
  if (folder === 'decided') return found.toSorted((a, b) => (instantOf(b) > instantOf(a) ? 1 : -1));
  return found.toSorted(
    (a, b) => Number(isYours(b)) - Number(isYours(a)) || (a.expiresAt > b.expiresAt ? 1 : -1),
  );
}

function instantOf({ endedAt, createdAt }: Row): string {
  return endedAt ?? createdAt;
}
