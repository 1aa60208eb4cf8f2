import { computed, effect, signal } from '@preact/signals';
import { client } from '../app/client.ts';
import { requests, type Row } from './requests.ts';

/** The requests that are chosen for a decision together, by id. */
export const chosen = signal<ReadonlySet<string>>(new Set());

// What is chosen belongs to one workspace and person.
effect(() => {
  void client.value;
  chosen.value = new Set();
});

/** The chosen requests that still wait for a decision. */
export const waitingChosen = computed(() =>
  [...chosen.value].filter((id) => requests.value.rows.value.get(id)?.status === 'PENDING'),
);

/** The request that was chosen last, where a range begins. */
let anchor: string | null = null;

export function toggle(id: string): void {
  const next = new Set(chosen.value);
  if (!next.delete(id)) next.add(id);
  chosen.value = next;
  anchor = id;
}

/** Chooses all rows from the last chosen one to this. */
export function chooseRange(rows: readonly Row[], id: string): void {
  const [from, to] = [anchor, id]
    .map((it) => rows.findIndex((row) => row.id === it))
    .toSorted((a, b) => a - b);
  if (from === undefined || to === undefined || from < 0) return toggle(id);
  chosen.value = new Set([...chosen.value, ...rows.slice(from, to + 1).map((row) => row.id)]);
}

export function chooseOnly(ids: readonly string[]): void {
  chosen.value = new Set(ids);
}
