import type { Redis } from 'ioredis';
import type { Log } from '../../schema/kernel/ports/log.ts';

/**
 * What an instance has let through of a window that began as it says, or is to begin: all of it, so that a line that is told
 * twice, since its answer was lost or late, is counted once.
 */
export interface CounterUpdate {
  /** Tells the instance's account of the window from every other one. */
  account: string;
  count: number;
  /** How long a window lasts that begins with this line. */
  lastsMs: number;
  began: string;
}

export interface Answer {
  /** What all instances have let through in the window. */
  total: number;
  lastsMs: number;
  began: string;
}

/** About one subject of one limit. */
export interface Question {
  name: string;
  /** What to ask with, at the moment in which it goes. */
  toUpdate(): CounterUpdate;
  /** The answer, or null where there is none. */
  settle(answer: Answer | null): void;
}

/** What all instances have counted, kept by Redis. */
export interface SharedCounter extends Disposable {
  /** Asks in the background, together with all that is asked at that time. */
  ask(question: Question): void;
  /** Whether there is no answer to be had, so that each instance counts by itself. */
  isAway(): boolean;
  /** Forgets what was counted. */
  drop(name: string): void;
}

interface Options {
  redis: Redis;
  /** Begins the name of each key. */
  prefix: string;
  log: Log;
}

/** How long questions are gathered, and how long it is until one is tried again where there was no answer. */
const [gatherMs, tryAgainMs] = [10, 1000];
/** So that no script holds Redis up: some milliseconds. */
const atOnce = 500;

// A line of a window that is over begins the next one, and what it told of is of none.
const script = `
  local time = redis.call('TIME')
  local now = time[1] .. string.format('%06d', time[2])
  local answers = {}
  for i, key in ipairs(KEYS) do
    local account, count, lasts, known = ARGV[4 * i - 3], ARGV[4 * i - 2], ARGV[4 * i - 1], ARGV[4 * i]
    local began = redis.call('HGET', key, 'began')
    if not began then
      began = now
      redis.call('HSET', key, 'began', began, 'total', 0)
      redis.call('PEXPIRE', key, lasts)
    end
    if known ~= '' and known ~= began then count = 0 end
    local told = redis.call('HGET', key, account) or 0
    redis.call('HSET', key, account, count)
    local total = redis.call('HINCRBY', key, 'total', count - told)
    if total < 0 then
      total = 0
      redis.call('HSET', key, 'total', 0)
    end
    answers[i] = { total, redis.call('PTTL', key), began }
  end
  return answers
`;

export function createSharedCounter({ redis, prefix, log }: Options): SharedCounter {
  const queue: Question[] = [];
  let isAway = true;
  let isAsking = false;
  let gathering: NodeJS.Timeout | undefined;
  const turn = (isNowAway: boolean) => {
    if (isNowAway === isAway) return;
    isAway = isNowAway;
    if (isAway)
      log.warn({
        event: 'limits.not_shared',
        note: 'Each instance counts alone, up to the whole quota.',
      });
    else log.info({ event: 'limits.shared' });
  };
  redis.on('ready', () => {
    turn(false);
    if (gathering) gather();
  });
  const goAway = () => turn(true);
  redis.on('close', goAway);

  const askNext = async (): Promise<void> => {
    gathering = undefined;
    isAsking = true;
    const asked = queue.splice(0, atOnce);
    const answers = await consult(redis, prefix, asked).catch(() => null);
    turn(answers === null);
    // Whoever is asked about again later asks again.
    const unasked = isAway ? queue.splice(0) : [];
    for (const [index, question] of asked.entries()) question.settle(answers?.[index] ?? null);
    for (const question of unasked) question.settle(null);
    isAsking = false;
    if (queue.length > 0) gather();
  };
  const gather = (): void => {
    clearTimeout(gathering);
    gathering = setTimeout(() => void askNext(), isAway ? tryAgainMs : gatherMs).unref();
  };
  return {
    isAway: () => isAway,
    ask(question) {
      queue.push(question);
      if (!isAsking && !gathering) gather();
    },
    drop: (name) => void redis.del(prefix + name).catch(() => {}),
    [Symbol.dispose]: () => void redis.off('close', goAway),
  };
}

async function consult(redis: Redis, prefix: string, questions: readonly Question[]): Promise<Answer[]> {
  const keys = questions.map(({ name }) => prefix + name);
  const updates = questions.map((question) => question.toUpdate());
  const values = updates.flatMap(({ account, count, lastsMs, began }) => [account, count, lastsMs, began]);
  const answers = await redis.eval(script, keys.length, ...keys, ...values);
  return (answers as [total: number, lastsMs: number, began: string][]).map(([total, lastsMs, began]) => ({
    total,
    lastsMs: Math.max(0, lastsMs),
    began,
  }));
}
