import { setTimeout as after } from 'node:timers/promises';
import type { Passwords } from '../../schema/kernel/ports/passwords.ts';
import { newId } from '../../schema/values/id.ts';
import { openInstance, type Instance, type Over } from './instance.ts';

interface Options {
  passwords: Passwords | null;
  hasReaders?: boolean;
  isChecked?: boolean;
}

/** Opens another instance beside the open ones. */
export async function openBeside(open: readonly Instance[], over: Over, options: Options): Promise<Instance> {
  const opened = await openShared(over, options);
  const all = [...open, opened];
  await Promise.all(all.map(async (instance) => await isHeard(instance, all.length - 1)));
  return opened;
}

export async function openShared(over: Over, options: Options): Promise<Instance> {
  const counting = () => over.events.filter(({ event }) => event === 'limits.shared').length;
  const before = counting();
  const opened = await openInstance(over, options);
  while (counting() === before) await after(1);
  return opened;
}

// Before signals arrive over Redis, a committer waits for its peers' next reads of the database.
async function isHeard({ ports: { bus } }: Instance, by: number): Promise<void> {
  for (let acted = 0; acted < by;) {
    using telling = bus.tell({ personId: newId('person') });
    while (
      telling.acted.size < by &&
      (await Promise.race([telling.next().then(() => true), after(10, false)]))
    );
    acted = telling.acted.size;
  }
}
