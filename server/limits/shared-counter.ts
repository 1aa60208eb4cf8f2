import type { Redis } from 'ioredis';
import type { Log } from '../../schema/kernel/ports/log.ts';

/**
 * An instance's total in a window. Because it is a total, an update that is sent twice, after a late or
 * missing answer, is counted once.
 */
export interface CounterUpdate {
  /** Distinguishes the instance's account of the window from all others. */
  account: string;
  count: number;
  /** How long a window lasts that begins with this update. */
  lastsMs: number;
  began: string;
}

export interface Answer {
  /** The total of all instances in the window. */
  total: number;
  lastsMs: number;
  began: string;
}

/** A query about one subject of one limit. */
export interface Question {
  name: string;
  /** Creates the update at the moment at which it is sent. */
  toUpdate(): CounterUpdate;
  /** Receives the answer, or null if there is none. */
  settle(answer: Answer | null): void;
}

/** The counts of all instances, stored in Redis. */
export interface SharedCounter extends Disposable {
  /** Queues a query; all queries of a short period are sent together in the background. */
  ask(question: Question): void;
  /** Whether Redis is away, so that each instance counts separately. */
  isAway(): boolean;
  /** Deletes the count. */
  drop(name: string): void;
}

interface Options {
  redis: Redis;
  /** The prefix of each key. */
  prefix: string;
  log: Log;
}

/** How long queries are gathered, and how long a retry waits while Redis is away. */
const [gatherMs, tryAgainMs] = [10, 1000];
/** The most queries per script, so that none blocks Redis for more than some milliseconds. */
const atOnce = 500;

// An update from a window that is over begins a new window, and its count does not apply there.
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
    // While Redis is away, the queued queries fail too; their callers query again later.
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
