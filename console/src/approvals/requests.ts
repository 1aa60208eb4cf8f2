import { computed, effect, signal } from '@preact/signals';
import { client, refusalOf, type WorkspaceClient } from '../app/client.ts';
import { readCounters } from '../app/me.ts';
import type { Refusal } from '../parts/refusal.ts';
import { waiting } from './statuses.ts';
import {
  CursorDocument,
  QueueDocument,
  RequestChangedDocument,
  YoursToDecideDocument,
  type QueueQueryVariables,
  type QueueRowFragment,
} from './documents.generated.ts';

export type Row = QueueRowFragment;

/** Which requests are read, page by page. */
export type Reading = Omit<QueueQueryVariables, 'before'>;

interface Older {
  /** Where the next page begins; null after the last page, undefined before the first. */
  before: string | null | undefined;
  isReading: boolean;
}

const unread: Older = { before: undefined, isReading: false };

/** The requests of one workspace that are known here, from lists and from live messages. */
class Requests {
  readonly rows = signal<ReadonlyMap<string, Row>>(new Map());
  /** Which of them the caller could decide; null before the first answer. */
  readonly yours = signal<ReadonlySet<string> | null>(null);
  readonly refusal = signal<Refusal | null>(null);
  /** How far each reading has come, by its variables. */
  readonly #older = signal<ReadonlyMap<string, Older>>(new Map());
  readonly #client: WorkspaceClient;
  #cursor: string | null = null;
  #isYoursDue = false;

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
    await this.readOlder({ status: [...waiting] });
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

  olderOf(reading: Reading): Older {
    return this.#older.value.get(JSON.stringify(reading)) ?? unread;
  }

  /** Reads the next page. While it is on its way, further calls read nothing. */
  async readOlder(reading: Reading): Promise<void> {
    const older = this.olderOf(reading);
    const { before } = older;
    if (before === null || older.isReading) return;
    this.#setOlder(reading, { before, isReading: true });
    const { data, error } = await this.#client.urql.query(
      QueueDocument,
      { ...reading, ...(before && { before }) },
      { requestPolicy: 'network-only' },
    );
    this.refusal.value = error ? refusalOf(error) : null;
    const page = data?.approvalRequests;
    if (page) this.merge(page.edges.map(({ node }) => node));
    const next = page?.pageInfo.hasPreviousPage ? page.pageInfo.startCursor : null;
    this.#setOlder(reading, { before: page ? next : before, isReading: false });
  }

  #setOlder(reading: Reading, older: Older): void {
    this.#older.value = new Map(this.#older.value).set(JSON.stringify(reading), older);
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
    if (!edges) return;
    this.yours.value = new Set(edges.map(({ node }) => node.id));
    // A request that only now is the caller's may be in no list that is read to its end.
    if (edges.every(({ node }) => this.rows.value.has(node.id))) return;
    this.#older.value = new Map([...this.#older.value].filter(([, { before }]) => before !== null));
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
