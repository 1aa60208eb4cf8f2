import { describe, expect, it } from 'vitest';
import type { Positioned } from '../../../schema/kernel/ports/feed.ts';
import { FeedReader, type Page, type Source } from '../../../server/live/feed-reader.ts';
import { random } from '../../support/seed.ts';

/** A workspace in memory: `show` adds items to its table, and offers them to the readers. */
class Workspace implements Source<Positioned> {
  position = 0;
  written = 0;
  pages = 0;
  left = 0;
  readonly followers = new Set<FeedReader<Positioned>>();
  /** Positions that the table no longer contains, because their items changed again at a later position. */
  readonly moved = new Set<number>();

  // oxlint-disable-next-line require-await
  async page(after: number): Promise<Page<Positioned>> {
    this.pages += 1;
    const left = Array.from({ length: Math.max(0, this.position - after) }, (_, i) => after + 1 + i);
    const items = left
      .filter((position) => !this.moved.has(position))
      .slice(0, 10)
      .map(at);
    return { items, position: items.length < 10 ? this.position : (items.at(-1)?.position ?? 0) };
  }

  show(count: number): void {
    for (let i = 0; i < count; i += 1) {
      this.position += 1;
      for (const reader of this.followers) reader.offer(at(this.position));
    }
  }

  follow(after: number, accepts: (item: Positioned) => boolean = () => true): FeedReader<Positioned> {
    return new FeedReader<Positioned>({ after, accepts }, async (reader) => {
      await Promise.resolve();
      this.followers.add(reader);
      return { source: this, leave: () => void (this.left += Number(this.followers.delete(reader))) };
    });
  }
}

function at(position: number): Positioned {
  return { position };
}

async function take(reader: FeedReader<Positioned>, count: number): Promise<number[]> {
  const taken: number[] = [];
  while (taken.length < count) {
    const { value } = await reader.next();
    taken.push((value as Positioned).position);
  }
  return taken;
}

describe('a reader', () => {
  it('receives every event once and in order, whenever it reads and whenever they occur', async () => {
    const chance = random();
    const workspace = new Workspace();
    workspace.show(25);
    const reader = workspace.follow(3);
    const seen: number[] = [];

    while (seen.length < 2000) {
      workspace.show(Math.floor(chance() * 40));
      const ready = workspace.position - 3 - seen.length;
      seen.push(...(await take(reader, Math.floor(chance() * (ready + 1)))));
    }

    expect(seen).toEqual(seen.map((_, i) => 4 + i));
  });

  it('buffers at most a few hundred events when it is slow, and then returns to the table', async () => {
    const workspace = new Workspace();
    const reader = workspace.follow(0);
    const first = reader.next();
    await expect.poll(() => workspace.pages).toBe(1);
    workspace.show(10_000);
    const pages = workspace.pages;

    const seen = [(await first).value?.position, ...(await take(reader, 9999))];

    expect(seen).toEqual(seen.map((_, i) => 1 + i));
    // 10,000 less the few hundred in the buffer, in pages of ten.
    expect(workspace.pages - pages).toBeGreaterThan(900);
  });

  it('returns only the events that it accepts', async () => {
    const workspace = new Workspace();
    workspace.show(15);
    const reader = workspace.follow(0, ({ position }) => position % 5 === 0);
    const before = await take(reader, 3);
    const waiting = take(reader, 1);

    workspace.show(7);

    expect([...before, ...(await waiting)]).toEqual([5, 10, 15, 20]);
  });

  it('follows live even if the last items have moved, and queries for them once', async () => {
    const workspace = new Workspace();
    workspace.show(15);
    for (const position of [3, 14, 15]) workspace.moved.add(position);
    const reader = workspace.follow(0);
    const before = await take(reader, 12);
    const next = take(reader, 1);
    await expect.poll(() => workspace.pages).toBe(2);

    workspace.show(1);

    expect([...before, ...(await next)]).toEqual([1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16]);
    expect(workspace.pages).toBe(2);
  });

  it('may start ahead of its instance, and repeats nothing', async () => {
    const workspace = new Workspace();
    workspace.show(5);
    const reader = workspace.follow(8);
    const next = take(reader, 2);
    await expect.poll(() => workspace.pages).toBe(1);

    workspace.show(5);

    expect(await next).toEqual([9, 10]);
  });

  it.each([
    [
      'while it waits',
      async (reader: FeedReader<Positioned>) => await Promise.race([reader.next(), Promise.resolve()]),
    ],
    ['before it began', async () => await Promise.resolve()],
  ])('ends immediately when it is returned %s, and leaves its place', async (_name, begin) => {
    const workspace = new Workspace();
    const reader = workspace.follow(0);
    await begin(reader);
    const waiting = reader.next();

    await reader.return();

    expect(await waiting).toEqual({ value: undefined, done: true });
    expect(await reader.next()).toEqual({ value: undefined, done: true });
    expect(workspace.followers.size).toBe(0);
  });
});
