import { describe, expect, it } from 'vitest';
import { withRetries } from '../../../../schema/connect/gateway/retry.ts';
import { retryAfterSecondsIn } from '../../../../schema/connect/gateway/retry-after.ts';
import { EgressFailure, type IncomingAnswer } from '../../../../schema/kernel/ports/egress.ts';
import { RemoteToolsFailure, type ToolAnswer } from '../../../../schema/kernel/ports/remote-tools.ts';

const answer = (status: number, headers = {}): IncomingAnswer => ({
  status,
  headers,
  body: Buffer.alloc(0),
  url: new URL('https://api.example.com'),
});
const toolAnswer: ToolAnswer = { content: [], structuredContent: {}, isError: true };
const unreachable = new EgressFailure('unreachable', 'The host closed the connection.');
const after = (seconds: string) => ({ 'retry-after': seconds });

type Outcome = IncomingAnswer | ToolAnswer | Error;

/** Runs `withRetries` with these outcomes in sequence; only waiting consumes the time. */
async function tried(outcomes: Outcome[], { isSafe = true, timeMs = 15_000 } = {}) {
  const [waits, times]: [number[], number[]] = [[], []];
  let leftMs = timeMs;
  const patience = {
    leftMs: () => leftMs,
    wait: async (ms: number) => {
      waits.push(ms);
      leftMs -= ms;
      return await Promise.resolve();
    },
    now: () => new Date('2026-11-20T09:00:00Z'),
  };
  const attempt = async (ms: number): Promise<IncomingAnswer | ToolAnswer> => {
    const outcome = outcomes[times.length];
    times.push(ms);
    if (outcome === undefined || outcome instanceof Error) throw outcome ?? new Error('tried too often');
    return await Promise.resolve(outcome);
  };
  const told = await withRetries(attempt, patience, isSafe).catch((error: unknown) => error);
  return { told, waits, times };
}

describe('a safe call', () => {
  it.each([502, 503, 504])('is retried twice on status %i', async (status) => {
    const outcomes = [answer(status), answer(status), answer(status), answer(200)];

    expect(await tried(outcomes)).toEqual({
      told: outcomes[2],
      waits: [200, 600],
      times: [15_000, 14_800, 14_200],
    });
  });

  it.each([
    ['a host that hangs up', unreachable],
    [
      'a server of tools that does not answer',
      new RemoteToolsFailure('unreachable', 'The host closed the connection.'),
    ],
    ['too many calls, for a moment', answer(429, after('0'))],
  ])('is retried after %s, and returns the answer of the retry', async (_what, first) => {
    expect(await tried([first, answer(200)])).toEqual({
      told: answer(200),
      waits: [200],
      times: [15_000, 14_800],
    });
  });

  it('throws the error of the last attempt', async () => {
    const last = new EgressFailure('timeout', 'There was no whole answer.');

    expect((await tried([unreachable, answer(503), last])).told).toBe(last);
    expect((await tried([unreachable, unreachable, unreachable])).told).toBe(unreachable);
  });

  it('waits as long as Retry-After says, and is not retried if that is more than two seconds', async () => {
    const date = 'Fri, 20 Nov 2026 09:00:01 GMT';

    expect((await tried([answer(429, after('2')), answer(503, after(date)), answer(200)])).waits).toEqual([
      2_000, 1_000,
    ]);
    expect((await tried([answer(429, after('3'))])).waits).toEqual([]);
    expect((await tried([answer(503, after('3'))])).waits).toEqual([]);
  });

  it.each<[string, Outcome]>([
    ['done', answer(200)],
    ['refused', answer(404)],
    ['too many calls, for no time that is told', answer(429)],
    ['too many calls, until a time that is none', answer(429, after('soon'))],
    ['a failure of its own', answer(500)],
    ['what may have been read', new EgressFailure('timeout', '')],
    ['too large', new EgressFailure('answer_too_large', '')],
    ['an address that may not be called', new EgressFailure('destination_not_allowed', '')],
    ['refused by a server of tools', new RemoteToolsFailure('refused', '')],
    ['the tool’s own failure', toolAnswer],
    ['a mistake of ours', new Error('ours')],
  ])('is not retried: %s', async (_what, outcome) => {
    expect(await tried([outcome])).toEqual({ told: outcome, waits: [], times: [15_000] });
  });

  it('is not retried if the time left is too short', async () => {
    expect((await tried([answer(503), answer(200)], { timeMs: 699 })).times).toEqual([699]);
    expect((await tried([answer(503), answer(200)], { timeMs: 700 })).times).toEqual([700, 500]);
  });
});

describe('an unsafe call', () => {
  it.each<[string, Outcome]>([
    ['cannot for the moment', answer(503, after('0'))],
    ['does not answer', unreachable],
  ])('is made once, even if the provider %s', async (_what, outcome) => {
    expect(await tried([outcome], { isSafe: false })).toEqual({ told: outcome, waits: [], times: [15_000] });
  });
});

describe('the wait in Retry-After', () => {
  // oxfmt-ignore
  it.each([
    ['0', 0], ['120', 120], [' 7 ', 7], ['9999999999', 86_400],
    ['Fri, 20 Nov 2026 09:00:30 GMT', 30], ['Fri, 20 Nov 2026 08:00:00 GMT', 0], ['Sat, 20 Nov 2027 09:00:00 GMT', 86_400],
    ['', null], ['-1', null], ['1.5', null], ['1e3', null], ['soon', null], ['2026-11-20T09:00:30Z', null], ['Fri, 99 Nov 2026 09:00:30 GMT', null],
  ])('is a number of seconds up to a day, or null if malformed: %o', (said, seconds) => {
    expect(retryAfterSecondsIn(after(said), new Date('2026-11-20T09:00:00Z'))).toBe(seconds);
  });

  it('is null without the header', () => {
    expect(retryAfterSecondsIn({}, new Date())).toBeNull();
  });
});
