import { describe, expect, it } from 'vitest';
import type { Event } from '../../../db/models/event.ts';
import { Follower, type Source } from '../../../server/live/follower.ts';
import { random } from '../../support/seed.ts';

/** A workspace in memory: what is written is in the table, what was shown has been offered. */
class Workspace implements Source {
  position = 0;
  written = 0;
  pages = 0;
  left = 0;
  readonly followers = new Set<Follower>();

  // oxlint-disable-next-line require-await
  async page(after: number): Promise<Event[]> {
    this.pages += 1;
    const end = Math.min(after + 10, this.position);
    return Array.from({ length: Math.max(0, end - after) }, (_, i) => eventAt(after + 1 + i));
  }

  show(count: number): void {
    for (let i = 0; i < count; i += 1) {
      this.position += 1;
      for (const follower of this.followers) follower.offer(eventAt(this.position));
    }
  }

  follow(after: number, accepts: (event: Event) => boolean = () => true): Follower {
    return new Follower({ after, accepts }, async (follower) => {
      await Promise.resolve();
      this.followers.add(follower);
      return { source: this, leave: () => void (this.left += Number(this.followers.delete(follower))) };
    });
  }
}

function eventAt(position: number): Event {
  return { position } as Event;
}

async function take(follower: Follower, count: number): Promise<number[]> {
  const taken: number[] = [];
  while (taken.length < count) {
    const { value } = await follower.next();
    taken.push((value as Event).position);
  }
  return taken;
}

describe('a follower', () => {
  it('is given every event once and in order, whenever it reads and whenever they come', async () => {
    const chance = random();
    const workspace = new Workspace();
    workspace.show(25);
    const follower = workspace.follow(3);
    const seen: number[] = [];

    while (seen.length < 2000) {
      workspace.show(Math.floor(chance() * 40));
      const ready = workspace.position - 3 - seen.length;
      seen.push(...(await take(follower, Math.floor(chance() * (ready + 1)))));
    }

    expect(seen).toEqual(seen.map((_, i) => 4 + i));
  });

  it('holds no more than a few hundred events for who falls behind, and goes back to the table', async () => {
    const workspace = new Workspace();
    const follower = workspace.follow(0);
    const first = follower.next();
    await expect.poll(() => workspace.pages).toBe(1);
    workspace.show(10_000);
    const pages = workspace.pages;

    const seen = [(await first).value?.position, ...(await take(follower, 9999))];

    expect(seen).toEqual(seen.map((_, i) => 1 + i));
    // 10,000 less the few hundred, by tens.
    expect(workspace.pages - pages).toBeGreaterThan(900);
  });

  it('is about the events that it accepts', async () => {
    const workspace = new Workspace();
    workspace.show(15);
    const follower = workspace.follow(0, ({ position }) => position % 5 === 0);
    const before = await take(follower, 3);
    const waiting = take(follower, 1);

    workspace.show(7);

    expect([...before, ...(await waiting)]).toEqual([5, 10, 15, 20]);
  });

  it('begins ahead of an instance that has not come so far yet, and repeats nothing', async () => {
    const workspace = new Workspace();
    workspace.show(5);
    const follower = workspace.follow(8);
    const next = take(follower, 2);
    await expect.poll(() => workspace.pages).toBe(1);

    workspace.show(5);

    expect(await next).toEqual([9, 10]);
  });

  it.each([
    [
      'while it waits',
      async (follower: Follower) => await Promise.race([follower.next(), Promise.resolve()]),
    ],
    ['before it began', async () => await Promise.resolve()],
  ])('ends at once when it is returned %s, and leaves its place', async (_name, begin) => {
    const workspace = new Workspace();
    const follower = workspace.follow(0);
    await begin(follower);
    const waiting = follower.next();

    await follower.return();

    expect(await waiting).toEqual({ value: undefined, done: true });
    expect(await follower.next()).toEqual({ value: undefined, done: true });
    expect(workspace.followers.size).toBe(0);
  });
});
