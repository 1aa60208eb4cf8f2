import { afterEach, beforeEach, describe, expect, it, vi, type Mock } from 'vitest';
import type { LogEvent } from '../../../schema/kernel/ports/log.ts';
import { jobs, startJobs } from '../../../server/jobs/index.ts';
import type { ServerPorts } from '../../../server/ports.ts';

const logged: LogEvent[] = [];
const keep = (event: LogEvent) => void logged.push(event);
const commits = new Set<(workspaceId: string) => void>();
const feed = {
  onCommit: (listener: (workspaceId: string) => void) => {
    commits.add(listener);
    return () => commits.delete(listener);
  },
};
const ports = {
  feed,
  log: { debug: keep, info: keep, warn: keep, error: keep },
} as unknown as ServerPorts;
const commit = (workspaceId: string) => {
  for (const listener of commits) listener(workspaceId);
};
let runs: Map<string, Mock>;

beforeEach(() => {
  vi.useFakeTimers();
  logged.length = 0;
  runs = new Map(jobs.map((job) => [job.name, vi.spyOn(job, 'run').mockResolvedValue() as Mock]));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const runsOf = (name: string): Mock => {
  const run = runs.get(name);
  if (!run) throw new Error(`There is no job ${name}.`);
  return run;
};
const timesOf = () => Object.fromEntries([...runs].map(([name, run]) => [name, run.mock.calls.length]));

describe('the jobs', () => {
  it('look for unannounced events each second, as documented', async () => {
    await using _ = startJobs(ports);

    await vi.advanceTimersByTimeAsync(999);
    const early = runsOf('follow-events').mock.calls.length;
    await vi.advanceTimersByTimeAsync(1);

    expect([early, runsOf('follow-events').mock.calls.length]).toEqual([0, 1]);
    expect(jobs.find(({ name }) => name === 'follow-events')?.everySeconds).toBe(1);
  });

  it('run at the intervals of their table', async () => {
    await using _ = startJobs(ports);

    await vi.advanceTimersByTimeAsync(3600_000);

    expect(timesOf()).toEqual(
      Object.fromEntries(jobs.map(({ name, everySeconds }) => [name, Math.floor(3600 / everySeconds)])),
    );
  });

  it('run one at a time, however long a run takes', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    runsOf('send-mail').mockReturnValueOnce(promise);
    await using _ = startJobs(ports);

    await vi.advanceTimersByTimeAsync(5000);
    const whileItRuns = runsOf('send-mail').mock.calls.length;
    resolve();
    await vi.advanceTimersByTimeAsync(2000);

    expect([whileItRuns, runsOf('send-mail').mock.calls.length]).toEqual([1, 3]);
  });

  it('that cancel abandoned requests check commits within a tenth of a second, and several commits together', async () => {
    const ending = jobs.find((job) => 'onCommits' in job);
    if (!ending) throw new Error('No job looks at commits.');
    const look = vi.spyOn(ending as Required<typeof ending>, 'onCommits').mockResolvedValue();
    const looks = () => look.mock.calls.map(([, workspaceIds]) => workspaceIds);
    const running = startJobs(ports);

    for (const id of ['one', 'two', 'one']) commit(id);
    await vi.advanceTimersByTimeAsync(100);
    const first = looks();
    const { promise, resolve } = Promise.withResolvers<void>();
    look.mockReturnValueOnce(promise);
    commit('three');
    await vi.advanceTimersByTimeAsync(100);
    // The running check may have read before this commit.
    commit('four');
    await vi.advanceTimersByTimeAsync(500);
    const during = looks();
    resolve();
    await vi.advanceTimersByTimeAsync(100);
    await running[Symbol.asyncDispose]();
    commit('five');
    await vi.advanceTimersByTimeAsync(500);

    expect(ending.name).toBe('cancel-abandoned');
    expect(first).toEqual([['one', 'two']]);
    expect(during).toEqual([['one', 'two'], ['three']]);
    expect(looks()).toEqual([['one', 'two'], ['three'], ['four']]);
  });

  it('continue after one has failed, which is logged with its name', async () => {
    const error = new Error('of the test');
    runsOf('send-mail').mockRejectedValueOnce(error);
    await using _ = startJobs(ports);

    await vi.advanceTimersByTimeAsync(2000);

    expect(logged).toEqual([{ event: 'job.failed', job: 'send-mail', error }]);
    expect(runsOf('send-mail')).toHaveBeenCalledTimes(2);
  });

  it('stop after the current run, and those that must lose nothing run a last time', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    runsOf('send-mail').mockReturnValueOnce(promise);
    const running = startJobs(ports);
    await vi.advanceTimersByTimeAsync(1000);
    for (const run of runs.values()) run.mockClear();
    let hasStopped = false;

    const stopped = running[Symbol.asyncDispose]().then(() => (hasStopped = true));
    await vi.advanceTimersByTimeAsync(10_000);
    const early = hasStopped;
    resolve();
    await stopped;

    expect(early).toBe(false);
    expect(timesOf()).toEqual(Object.fromEntries(jobs.map(({ name, atStop }) => [name, atStop ? 1 : 0])));
  });
});
