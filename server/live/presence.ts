import type { Event } from '../../db/models/event.ts';
import type { Clock } from '../../schema/kernel/ports/clock.ts';
import type { Observer } from '../../schema/kernel/ports/feed.ts';
import type { Look, Lookers, Presence } from '../../schema/kernel/ports/presence.ts';
import { Groups } from '../../schema/values/groups.ts';
import type { Bus } from './bus.ts';
import { LatestReader } from './latest-reader.ts';

const countsMs = 20_000;
/** Of all members and requests; the limit of writes bounds how many one member makes. */
const maxLooks = 10_000;

interface Counted extends Look {
  at: number;
}

/** After these, a member may no longer decide what they looked at. If they may, their screen looks again. */
const changesAccess: ReadonlySet<Event['type']> = new Set([
  'member.suspended',
  'member.removed',
  'member.role_changed',
]);

/** Counts looks in memory. Instances tell each other by the bus; a lost look is repeated within seconds. */
export function createPresence({
  clock,
  bus,
}: {
  clock: Clock;
  bus: Pick<Bus, 'tellLook' | 'onLook'>;
}): Presence & Observer {
  // In the order of the last look, so that the first one is the oldest.
  const looks = new Map<string, Counted>();
  const byRequest = new Groups<Counted>();
  const readers = new Groups<LatestReader<Lookers>>();
  let position = 0;

  const lookersOf = (requestId: string): Lookers => ({
    position: (position += 1),
    requestId,
    memberIds: byRequest.of(requestId).map(({ memberId }) => memberId),
  });
  const tell = (requestId: string): void => {
    if (readers.countOf(requestId) === 0) return;
    const lookers = lookersOf(requestId);
    for (const reader of readers.of(requestId)) reader.offer(lookers);
  };
  const forget = (look: Counted): void => {
    looks.delete(nameOf(look));
    byRequest.delete(look.requestId, look);
    tell(look.requestId);
  };
  const count = (look: Look): void => {
    const at = clock.now().getTime();
    const known = looks.get(nameOf(look));
    const counted = Object.assign(known ?? { ...look, at }, { at });
    looks.delete(nameOf(look));
    looks.set(nameOf(look), counted);
    if (known) return;
    byRequest.add(look.requestId, counted);
    tell(look.requestId);
    const [oldest] = looks.values();
    if (looks.size > maxLooks && oldest) forget(oldest);
  };
  bus.onLook(count);

  return {
    look(look) {
      count(look);
      bus.tellLook(look);
    },
    follow(requestId) {
      const reader = new LatestReader<Lookers>(() => readers.delete(requestId, reader));
      readers.add(requestId, reader);
      reader.offer(lookersOf(requestId));
      return reader;
    },
    async see({ type, resource }) {
      if (!changesAccess.has(type)) return;
      for (const look of [...looks.values()].filter(({ memberId }) => memberId === resource.id)) forget(look);
    },
    seePerson: async () => {},
    async tick() {
      const since = clock.now().getTime() - countsMs;
      for (const look of looks.values()) {
        if (look.at > since) return;
        forget(look);
      }
    },
  };
}

function nameOf({ requestId, memberId }: Look): string {
  return `${requestId} ${memberId}`;
}
