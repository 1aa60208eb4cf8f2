// The part of `npm run mutate` in a Vitest process: runs a test file with one mutation switched on.
import { appendFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeEach } from 'vitest';

export interface Order {
  /** The mutation; 0 for none. */
  id: number;
  /** The path of the test file. */
  test: string;
  /** The file that receives the outcome, so that it survives a killed process. */
  journal: string;
  /** A unique name, which makes the module loader load the test file again. */
  run: string;
  /**
   * Whether this is the first run of its process, which also reaches code that runs while the product loads.
   */
  isAlone: boolean;
  /** How much longer than three times the unchanged run it may take, on a busy machine. */
  patienceMs: number;
}

/** The result of one run of a test file with one mutation, or with none. */
export interface Outcome {
  id: number;
  state: 'passed' | 'failed' | 'timed out' | 'not reached';
  /** The test that failed, and why. */
  failure?: string | undefined;
  /** The mutations that the run reached. */
  reached: number[];
  ms: number;
}

/** The state that the switches in the sources read, and that the runs of one process share. */
interface State {
  id: number;
  reached: Set<number>;
  /** From the last run without a mutation. */
  unchanged?: { ms: number; reached: ReadonlySet<number> };
}

interface Task {
  name: string;
  result?: { state: string; errors?: { message: string }[] | undefined } | undefined;
  tasks?: Task[];
}

const unchangedMaxMs = 300_000;

export async function runTest({ id, test, journal, run, isAlone, patienceMs }: Order): Promise<void> {
  const state = stateOfProcess();
  const tell = (outcome: Partial<Outcome>) =>
    appendFileSync(journal, `${JSON.stringify({ run, id, ...outcome })}\n`);
  if (id !== 0 && !isAlone && !state.unchanged?.reached.has(id)) {
    tell({ state: 'not reached' });
    return;
  }
  const started = performance.now();
  const ended = switchOn(state, id, patienceMs);
  tell({});
  const end = (failure?: string) => {
    const outcome = { reached: [...state.reached], ms: Math.round(performance.now() - started) };
    if (id === 0) state.unchanged = { ms: outcome.ms, reached: new Set(outcome.reached) };
    ended();
    tell({ ...outcome, ...(failure === undefined ? { state: 'passed' } : { state: 'failed', failure }) });
  };
  skipAfterFailure();
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the names in the first parameter
  afterAll(({}, { file }) => end(failureIn(file)));
  try {
    await import(`${pathToFileURL(test).href}?${run}`);
  } catch (error) {
    end(`does not load: ${firstLine(String(error))}`);
    throw error;
  }
}

function stateOfProcess(): State {
  const shared = globalThis as { mutationState?: State };
  shared.mutationState ??= { id: 0, reached: new Set() };
  return shared.mutationState;
}

/** Switches a mutation on for this process and its child processes. Kills the process if it hangs. */
function switchOn(state: State, id: number, patienceMs: number): () => void {
  const set = (value: number) => {
    state.id = value;
    process.env['MUTATION'] = String(value);
  };
  set(id);
  state.reached.clear();
  const limit = state.unchanged ? state.unchanged.ms * 3 + patienceMs : unchangedMaxMs;
  // In a separate thread, since an endless loop here would block timers.
  const watchdog = new Worker(`setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${limit})`, {
    eval: true,
  });
  watchdog.unref();
  return () => {
    void watchdog.terminate();
    set(0);
  };
}

/** One failure is enough. */
function skipAfterFailure(): void {
  let hasFailed = false;
  beforeEach(({ skip }) => {
    if (hasFailed) skip();
  });
  afterEach(({ task }) => {
    hasFailed ||= task.result?.state === 'fail';
  });
}

function failureIn({ name, result, tasks = [] }: Task): string | undefined {
  const inner = tasks.map(failureIn).find((failure) => failure !== undefined);
  if (inner !== undefined || result?.state !== 'fail') return inner;
  return `${name}: ${firstLine(result.errors?.[0]?.message ?? 'failed')}`;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
