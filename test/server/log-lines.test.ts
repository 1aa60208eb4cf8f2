import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { gathered } from '../../server/log-lines.ts';

const answer = (number: number) => `{"event":"request.answered","requestId":"req_${number}"}\n`;
const other = '{"event":"redis.lost"}\n';

function lines() {
  const writes: string[] = [];
  const out = gathered({
    write: (text) => void writes.push(text),
    flushSync: () => void writes.push('flushed'),
  });
  return { out, writes };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('log lines', () => {
  it('about answers are written together, a moment later', () => {
    const { out, writes } = lines();
    out.write(answer(1));
    out.write(answer(2));
    expect(writes).toEqual([]);

    vi.advanceTimersByTime(10);
    expect(writes).toEqual([answer(1) + answer(2)]);

    out.write(answer(3));
    vi.advanceTimersByTime(10);
    expect(writes).toEqual([answer(1) + answer(2), answer(3)]);
  });

  it('about anything else are written immediately, after the lines before them', () => {
    const { out, writes } = lines();
    out.write(answer(1));
    out.write(other);

    expect(writes).toEqual([answer(1) + other]);
  });

  it('are written earlier beyond 64 KiB', () => {
    const { out, writes } = lines();
    for (let number = 0; number < 2000; number += 1) out.write(answer(number));

    expect(writes.length).toBeGreaterThan(0);
    expect(Math.max(...writes.map(({ length }) => length))).toBeLessThan(65_536 + answer(2000).length + 1);
  });

  it('are all written by a flush', () => {
    const { out, writes } = lines();
    out.write(answer(1));
    out.flushSync?.();

    expect(writes).toEqual([answer(1), 'flushed']);
  });
});
