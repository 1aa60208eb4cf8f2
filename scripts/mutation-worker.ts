// What `npm run mutate` runs in a process of Vitest's: a test file of ours, with one mutation switched on.
import { appendFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeEach } from 'vitest';

export interface Order {
  /** The mutation; 0 for none. */
  id: number;
  /** The path of the test file. */
  test: string;
  /** The file to which the outcome is added, so that it is told also where the process is killed. */
  journal: string;
  /** A name, under which the test file is loaded anew. */
  run: string;
  /** It is the first run of its process, and so notices what is asked only while the product is loaded. */
  isAlone: boolean;
  /** How much longer than three times the unchanged run it may take, on a busy machine. */
  patienceMs: number;
}

/** What became of one run of a test file with one mutation, or with none. */
export interface Outcome {
  id: number;
  state: 'passed' | 'failed' | 'timed out' | 'not reached';
  /** The test that failed, and why. */
  failure?: string | undefined;
  /** The mutations that the run could notice. */
  reached: number[];
  ms: number;
}

/** What the switches in the sources read, and what the runs of one process tell each other. */
interface State {
  id: number;
  reached: Set<number>;
  /** Of the last run without a mutation. */
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

/** Switches a mutation on for this process and for those that it starts, and kills it where it hangs. */
function switchOn(state: State, id: number, patienceMs: number): () => void {
  const set = (value: number) => {
    state.id = value;
    process.env['MUTATION'] = String(value);
  };
  set(id);
  state.reached.clear();
  const limit = state.unchanged ? state.unchanged.ms * 3 + patienceMs : unchangedMaxMs;
  // A thread of its own: a loop without end lets no timer of this one run.
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
