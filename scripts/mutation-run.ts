// Runs test files repeatedly in one process that has loaded the product, each time with another mutation
// switched on. It works on a copy of the tree, so that the tree itself never changes.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVitest, type Vitest } from 'vitest/node';
import type { Order, Outcome } from './mutation-worker.ts';
import { withMutation, withSwitches, type Numbered } from './mutations.ts';

export interface Mutant extends Numbered {
  file: string;
}

interface Line extends Partial<Outcome> {
  run: string;
}

/** The form of a compiler error, except in files that the run has written. */
const namesError = /^(?!test\/mutants\/)\S+\(\d+,\d+\): error TS\d+/m;

const prefix = 'sallyport-mutate-';

const unended: Outcome = { id: 0, state: 'timed out', failure: 'its run did not end', reached: [], ms: 0 };

export class MutationRun implements AsyncDisposable {
  readonly #folder: string;
  readonly #originals = new Map<string, string>();
  #vitest: Vitest | undefined;
  readonly #patienceMs: number;
  #runs = 0;

  constructor(root: string, mutants: readonly Mutant[], patienceMs: number) {
    this.#patienceMs = patienceMs;
    removeLeftovers();
    this.#folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
    copyTree(root, this.#folder);
    for (const [file, own] of Map.groupBy(mutants, ({ file: name }) => name)) {
      const path = join(this.#folder, file);
      const source = readFileSync(path, 'utf8');
      this.#originals.set(file, source);
      writeFileSync(path, withSwitches(source, own));
    }
  }

  /** Runs the file twice unchanged, then once with each mutation that the second run reached. */
  async tryAll(
    test: string,
    mutants: readonly Mutant[],
  ): Promise<{ cold: Outcome; warm: Outcome; tried: Outcome[] }> {
    const ids = mutants.map(({ id }) => id);
    const [cold, warm, ...tried] = await this.#run(test, [0, 0, ...ids]);
    if (!cold || !warm) return { cold: cold ?? unended, warm: warm ?? unended, tried: [] };
    // A killed run ends its process, so the remaining mutations run in another one.
    const [lost, told] = [missing(ids, tried), tried];
    if (lost.length === 0 || lost.length === ids.length) return { cold, warm, tried: told };
    const again = await this.tryAll(
      test,
      mutants.filter(({ id }) => lost.includes(id)),
    );
    return { cold, warm, tried: [...told, ...again.tried] };
  }

  /** Runs in a separate process, for mutations that are reached only while the product loads. */
  async tryAlone(test: string, id: number): Promise<Outcome | undefined> {
    return (await this.#run(test, [id]))[0];
  }

  /** Returns the mutations that do not compile. It changes the files, so it must be the last call. */
  refusedByTypes(mutants: readonly Mutant[]): Mutant[] {
    const write = (file: string, text: string) => writeFileSync(join(this.#folder, file), text);
    for (const [file, source] of this.#originals) write(file, source);
    return mutants.filter((mutant) => {
      const source = this.#originals.get(mutant.file) ?? '';
      write(mutant.file, withMutation(source, mutant));
      const compiler = join(this.#folder, 'node_modules/typescript/bin/tsc');
      // A name that is unused because a call was removed is no rejection of the change.
      const lenient = ['--noUnusedLocals', 'false', '--noUnusedParameters', 'false'];
      const { stdout } = spawnSync(process.execPath, [compiler, '-p', '.', '--noEmit', ...lenient], {
        cwd: this.#folder,
        encoding: 'utf8',
      });
      write(mutant.file, source);
      // Not by its status: a compiler without memory or time rejects nothing.
      return namesError.test(stdout);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#vitest?.close();
    this.removeCopy();
  }

  removeCopy(): void {
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }

  async #run(test: string, ids: readonly number[]): Promise<Outcome[]> {
    const vitest = (this.#vitest ??= await open(this.#folder));
    const folder = join(this.#folder, 'test/mutants');
    this.#runs += 1;
    const journal = join(folder, `${this.#runs}.jsonl`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(journal, '');
    const files = ids.map((id, at) => {
      const file = join(folder, `${this.#runs}-${String(at).padStart(4, '0')}.test.ts`);
      writeFileSync(
        file,
        runOf({
          id,
          test: join(this.#folder, test),
          journal,
          run: `${this.#runs}-${at}`,
          isAlone: ids.length === 1,
          patienceMs: this.#patienceMs,
        }),
      );
      return file;
    });
    const project = vitest.getRootProject();
    try {
      await vitest.runTestSpecifications(files.map((file) => project.createSpecification(file)));
    } catch (error) {
      // A killed run ends with an error; the journal has the earlier results.
      if (readFileSync(journal, 'utf8') === '') throw error;
    }
    return outcomesIn(readFileSync(journal, 'utf8'));
  }
}

/** Removes the folders of killed runs. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    if (!isRunning(Number.parseInt(name.slice(prefix.length), 10)))
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Copies all tracked and untracked files that git does not ignore; the packages are shared. */
function copyTree(root: string, folder: string): void {
  const listed = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  for (const file of new Set(listed.split('\0')))
    if (file !== '' && existsSync(join(root, file))) cpSync(join(root, file), join(folder, file));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
}

async function open(root: string): Promise<Vitest> {
  process.chdir(root);
  const vitest = await createVitest('test', {
    root,
    watch: false,
    silent: true,
    maxWorkers: 1,
    isolate: false,
    reporters: [{}],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
    sequence: { sequencer: InOrder },
    dangerouslyIgnoreUnhandledErrors: true,
  });
  await vitest.standalone();
  return vitest;
}

class InOrder {
  async shard<T>(files: T[]): Promise<T[]> {
    return await Promise.resolve(files);
  }

  async sort<T extends { moduleId: string }>(files: T[]): Promise<T[]> {
    return await Promise.resolve(files.toSorted((one, other) => one.moduleId.localeCompare(other.moduleId)));
  }
}

function outcomesIn(journal: string): Outcome[] {
  const lines = journal
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
  return [...Map.groupBy(lines, ({ run }) => run).values()].map((own) => {
    const { id = 0, state = 'timed out', failure, reached = [], ms = 0 } = Object.assign({}, ...own) as Line;
    return { id, state, reached, ms, failure };
  });
}

function missing(ids: readonly number[], tried: readonly Outcome[]): number[] {
  return ids.filter((id) => !tried.some((outcome) => outcome.id === id));
}

/** Returns the text of a test file that runs another one with a mutation. */
function runOf(order: Order): string {
  const worker = JSON.stringify(join(import.meta.dirname, 'mutation-worker.ts'));
  return `import { runTest } from ${worker};\nawait runTest(${JSON.stringify(order)});\n`;
}
