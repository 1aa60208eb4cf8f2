import { describe, expect, it } from 'vitest';
import type { SharedCounter, Question } from '../../../server/limits/shared-counter.ts';
import type { Counts } from '../../../server/limits/limit.ts';
import { countBySlices } from '../../../server/limits/slices.ts';
import { count } from '../../support/count.ts';
import { random } from '../../support/seed.ts';

const next = random();
const chance = (most: number) => Math.floor(next() * most);
const windowMs = 60_000;

/** A fake Redis with a clock that the test moves; queries wait until the test answers them. */
function world() {
  const state = { now: 0, isAway: false, asked: 0 };
  const kept = new Map<string, { told: Map<string, number>; endsAt: number; began: string }>();
  const waiting: Question[] = [];
  const counter: SharedCounter = {
    ask: (question) => void waiting.push(question),
    isAway: () => state.isAway,
    drop: (name) => void kept.delete(name),
    [Symbol.dispose]: () => {},
  };
  const answer = (question: Question, isLost = false): void => {
    state.asked += 1;
    const { account: id, count: told, lastsMs, began } = question.toUpdate();
    let account = kept.get(question.name);
    if (!account || state.now >= account.endsAt) {
      account = { told: new Map(), endsAt: state.now + lastsMs, began: `${state.asked}` };
      kept.set(question.name, account);
    }
    account.told.set(id, began === '' || began === account.began ? told : 0);
    const total = [...account.told.values()].reduce((sum, one) => sum + one, 0);
    if (isLost) return question.settle(null);
    question.settle({
      total,
      lastsMs: account.endsAt - state.now,
      began: account.began,
    });
  };
  return {
    state,
    waiting,
    instance: (quota: number) =>
      countBySlices({ name: 'member', quota, windowSeconds: windowMs / 1000 }, counter, () => state.now),
    answerOne: () => {
      const [question] = waiting.splice(chance(waiting.length), 1);
      if (question) answer(question);
    },
    answerAll: () => {
      for (const question of waiting.splice(0)) answer(question);
    },
    /** Redis executes all queries, but its answers arrive too late. */
    loseAll: () => {
      for (const question of waiting.splice(0)) answer(question, true);
    },
    failAll: () => {
      for (const question of waiting.splice(0)) question.settle(null);
    },
  };
}

async function passes(counts: Counts, many = 1): Promise<boolean> {
  return !(await counts.take('a', many)).exceeded;
}

describe('instances that take slices of a quota', () => {
  it(`admit at most the quota and a slice of each, whatever the order of events (${count(20_000)} runs)`, async () => {
    for (let run = 0; run < count(20_000); run += 1) {
      const w = world();
      const [quota, many] = [1 + chance(60), 1 + chance(4)];
      const instances = Array.from({ length: many }, () => w.instance(quota));
      let passed = 0;
      for (let step = 0; step < 4 * quota * many; step += 1) {
        const at = instances[chance(many)];
        if (at && (await passes(at))) passed += 1;
        if (chance(3) === 0) w.answerOne();
      }

      expect(passed).toBeLessThanOrEqual(quota + many * Math.ceil(quota / 4));
      expect(passed).toBeGreaterThan(0);
    }
  });

  it('use it up completely, and at most one more, if each answer arrives before the next request', async () => {
    for (const quota of [1, 2, 3, 7, 20, 120, 600]) {
      const w = world();
      const two = [w.instance(quota), w.instance(quota)];
      let passed = 0;
      for (let step = 0; step < 3 * quota; step += 1) {
        for (const counts of two) {
          if (await passes(counts)) passed += 1;
          w.answerAll();
        }
      }

      expect(passed).toBeGreaterThanOrEqual(quota);
      expect(passed).toBeLessThanOrEqual(quota + 1);
    }
  });

  it('refuse for a second until an answer arrives, and for the rest of the window once the quota is used up', async () => {
    const w = world();
    const counts = w.instance(8);

    await counts.take('a', 2);
    const waiting = await counts.take('a', 1);
    w.answerAll();
    w.state.now = 20_000;
    for (let rest = 0; rest < 6; rest += 1) {
      await counts.take('a', 1);
      w.answerAll();
    }
    const usedUp = await counts.take('a', 1);

    expect(waiting).toMatchObject({ exceeded: true, remaining: 0, resetSeconds: 1 });
    expect(usedUp).toMatchObject({ exceeded: true, remaining: 0, resetSeconds: 40 });
  });

  it('refuse for the rest of the window if several together are more than is left', async () => {
    const w = world();
    const counts = w.instance(8);
    await counts.take('a', 3);
    w.answerAll();

    const refused = await counts.take('a', 6);

    expect(refused).toMatchObject({ exceeded: true, remaining: 5, resetSeconds: 60 });
    expect(await counts.take('a', 5)).toMatchObject({ exceeded: false, remaining: 0 });
  });

  it('start together in the next window, and carry nothing over from the one before', async () => {
    const w = world();
    const [one, other] = [w.instance(8), w.instance(8)];
    for (let tried = 0; tried < 20; tried += 1) {
      await one.take('a', 1);
      w.answerAll();
    }
    w.state.now = 30_000;
    await other.take('a', 1);
    w.answerAll();
    const refused = await other.take('a', 1);
    w.state.now = windowMs;

    const begun = [await one.take('a', 1), await other.take('a', 1)];
    w.answerAll();

    expect(refused).toMatchObject({ exceeded: true, resetSeconds: 30 });
    expect(begun).toMatchObject([{ exceeded: false }, { exceeded: false }]);
    expect(await other.take('a', 0)).toMatchObject({ remaining: 6, resetSeconds: 60 });
  });

  it('query Redis about a refused subject once a second at most', async () => {
    const w = world();
    const counts = w.instance(4);
    for (let tried = 0; tried < 10; tried += 1) {
      await counts.take('a', 1);
      w.answerAll();
    }
    const before = w.state.asked;

    for (let tried = 0; tried < 1000; tried += 1) {
      w.state.now += 10;
      await counts.take('a', 1);
      w.answerAll();
    }

    expect(w.state.asked - before).toBeLessThanOrEqual(10);
  });

  it('are counted once, even if they report their count again after late answers', async () => {
    const w = world();
    const counts = w.instance(600);
    for (let asked = 0; asked < 100; asked += 1) {
      await counts.take('a', 1);
      w.loseAll();
    }
    await counts.take('a', 1);
    w.answerAll();

    expect(await counts.take('a', 0)).toMatchObject({ remaining: 499 });
  });

  it('report, while there is no answer, the local remainder and the end of the window', async () => {
    const w = world();
    const counts = w.instance(8);
    w.state.isAway = true;
    await counts.take('a', 2);
    w.state.now = 20_000;

    expect(await counts.take('a', 1)).toMatchObject({ exceeded: false, remaining: 5, resetSeconds: 40 });
    expect(await counts.take('a', 6)).toMatchObject({ exceeded: true, remaining: 5, resetSeconds: 40 });
    expect(await counts.take('a', 5)).toMatchObject({ exceeded: false, remaining: 0 });
  });

  it('admit again what was returned, and report it to Redis once if it was counted there', async () => {
    const w = world();
    const counts = w.instance(16);
    await counts.giveBack('a');
    await counts.take('a', 1);
    await counts.giveBack('a');
    await counts.giveBack('a');
    const askedBefore = w.waiting.length;
    await counts.take('a', 3);
    w.answerAll();
    await counts.giveBack('a');
    await counts.giveBack('a');
    const askedAfter = w.waiting.length;
    w.answerAll();

    expect({ askedBefore, askedAfter }).toEqual({ askedBefore: 0, askedAfter: 1 });
    expect(await counts.take('a', 0)).toMatchObject({ remaining: 15 });
  });

  it('each have the whole quota while there is no answer, and share the count afterwards', async () => {
    const w = world();
    const two = [w.instance(8), w.instance(8)];
    w.state.isAway = true;
    let alone = 0;
    for (let tried = 0; tried < 20; tried += 1)
      for (const counts of two) {
        if (await passes(counts)) alone += 1;
        w.failAll();
      }
    w.state.isAway = false;
    for (const counts of two) await counts.take('a', 1);
    w.answerAll();

    const after = await Promise.all(two.map(async (counts) => await counts.take('a', 1)));

    expect(alone).toBe(16);
    expect(after.map(({ exceeded }) => exceeded)).toEqual([true, true]);
  });
});
