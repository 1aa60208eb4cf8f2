// `npm run mutate -- [paths] [options]` makes small changes of meaning, one at a time. It changes the named
// files, or the lines that differ from the base. For each it runs the tests that should notice it: those with
// the file's name, then those of its room, then those of `--tests`. It works on a copy of the tree. The
// options with their defaults: --count=40 --seed=<random> --minutes=20 --base=main --tests=path,path
// --patience=20 (seconds until a slow test counts as hanging).
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { setPriority } from 'node:os';
import { dirname, join, parse } from 'node:path';
import { parseArgs } from 'node:util';
import { MutationRun, type Mutant } from './mutation-run.ts';
import { mutationsOf, told } from './mutations.ts';

type Verdict = 'noticed' | 'survived' | 'refused by the types' | 'reached by no test' | 'out of time';

const root = process.cwd();
const { values, positionals: paths } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '40' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    minutes: { type: 'string', default: '20' },
    base: { type: 'string', default: 'main' },
    tests: { type: 'string', default: '' },
    patience: { type: 'string', default: '20' },
  },
});
const deadline = Date.now() + Number(values.minutes) * 60_000;
/** A mutation that survives tests for this long is not tried further. */
const enoughMs = 60_000;

// Other processes use the machine too.
setPriority(19);
// Caches what V8 compiles, like `npm test`.
process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules/.cache/node');
// Every row of a test may be the one that notices a mutation.
process.env['WHOLE_SUITE'] = '1';
const product = globSync('{db,schema,adapters,server,sdk/src}/**/*.ts', { cwd: root }).filter(
  (file) => !/\.generated\.ts$|^db\/migrations\//.test(file),
);
const mutants = sample();
const files = new Set(mutants.map(({ file }) => file));
console.log(`${mutants.length} mutations in ${files.size} files, seed ${values.seed}.`);
const verdicts = new Map<Mutant, Verdict>(mutants.map((mutant) => [mutant, 'reached by no test']));
/** How long the tests took that reached a mutation without noticing it. */
const spent = new Map<Mutant, number>();
const run = new MutationRun(root, mutants, Number(values.patience) * 1000);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    run.removeCopy();
    process.exit(130);
  });
try {
  for (const [test, about] of testsInOrder()) await tryTest(test, about);
  askTheTypes();
} finally {
  await run[Symbol.asyncDispose]();
}
finish();
// Vitest leaves open handles.
process.exit();

async function tryTest(test: string, about: readonly Mutant[]): Promise<void> {
  const open = about.filter(
    (mutant) => verdicts.get(mutant) !== 'noticed' && (spent.get(mutant) ?? 0) < enoughMs,
  );
  if (open.length === 0) return;
  if (Date.now() > deadline) return giveUp(open);
  const { cold, warm, tried } = await run.tryAll(test, open);
  if (cold.state !== 'passed' || warm.state !== 'passed')
    return console.log(`${test} fails without a mutation: ${cold.failure ?? warm.failure}`);
  for (const mutant of open) {
    const outcome = tried.find(({ id }) => id === mutant.id);
    const isCold = cold.reached.includes(mutant.id) && outcome?.state === 'not reached';
    if (isCold && Date.now() > deadline) {
      giveUp([mutant]);
      continue;
    }
    const { state, failure, ms } = (isCold ? await run.tryAlone(test, mutant.id) : outcome) ?? {};
    if (state === undefined || state === 'not reached') continue;
    spent.set(mutant, (spent.get(mutant) ?? 0) + (ms ?? 0));
    if (state !== 'passed' || verdicts.get(mutant) !== 'out of time')
      verdicts.set(mutant, state === 'passed' ? 'survived' : 'noticed');
    if (state !== 'passed') console.log(`noticed   ${place(mutant)}\n          ${test}: ${failure ?? state}`);
  }
}

/** Marks mutations that a skipped test might have noticed. */
function giveUp(open: readonly Mutant[]): void {
  for (const mutant of open) verdicts.set(mutant, 'out of time');
}

/** Returns each test file with the mutations it may notice: first tests named after a file, then by size. */
function testsInOrder(): [string, Mutant[]][] {
  const about = new Map<string, Mutant[]>();
  for (const mutant of mutants)
    for (const test of testsOf(mutant.file)) about.set(test, [...(about.get(test) ?? []), mutant]);
  return [...about].toSorted((one, other) => rank(...one) - rank(...other));
}

function rank(test: string, own: readonly Mutant[]): number {
  return own.some(({ file }) => isNamedAfter(test, file)) ? 0 : statSync(join(root, test)).size;
}

function testsOf(file: string): string[] {
  const { dir, name } = parse(file);
  const isRoom = dir.includes('/');
  const own = isRoom ? `test/${dir}/**/*.test.ts` : `test/${dir}/${name}{,.*,-*}.test.ts`;
  const named = values.tests.split(',').filter((filter) => filter !== '');
  const others = named.map((filter) => `test/**/*${filter}*{,/**/*}.test.ts`);
  return [...new Set([own, ...others].flatMap((pattern) => globSync(pattern, { cwd: root })))];
}

function isNamedAfter(test: string, file: string): boolean {
  const { dir, name } = parse(file);
  return dirname(test) === `test/${dir}` && parse(test).name.split('.')[0] === name;
}

function askTheTypes(): void {
  const survivors = mutants.filter((mutant) => verdicts.get(mutant) === 'survived');
  for (const mutant of run.refusedByTypes(survivors)) verdicts.set(mutant, 'refused by the types');
}

/** Returns as many mutations as requested, the same ones for the same seed and text. */
function sample(): Mutant[] {
  const isNamed = (file: string) => paths.some((path) => file === path || file.startsWith(join(path, '/')));
  const isMeant = paths.length > 0 ? isNamed : changedLines();
  const all = product.flatMap((file) =>
    mutationsOf(readFileSync(join(root, file), 'utf8'))
      .filter(({ line }) => isMeant(file, line))
      .map((mutation) => Object.assign(mutation, { file })),
  );
  const order = ({ file, start, replacement }: Omit<Mutant, 'id'>) =>
    createHash('sha256').update([values.seed, file, start, replacement].join()).digest('hex');
  const ordered = all
    .map((mutation) => ({ mutation, at: order(mutation) }))
    .toSorted((one, other) => (one.at < other.at ? -1 : 1));
  return ordered
    .slice(0, Number(values.count))
    .map(({ mutation }, index) => Object.assign(mutation, { id: index + 1 }));
}

/** Returns whether a line differs from the base; uncommitted and untracked lines do. */
function changedLines(): (file: string, line: number) => boolean {
  const begun = git('merge-base', values.base, 'HEAD').trim();
  const untracked = new Set(git('ls-files', '--others', '--exclude-standard').split('\n'));
  const changed = new Set<string>();
  let file = '';
  for (const text of git('diff', '--unified=0', '--no-prefix', '--no-ext-diff', begun).split('\n')) {
    file = /^\+\+\+ (.*)$/.exec(text)?.[1] ?? file;
    const [, from, count = '1'] = /^@@ \S+ \+(\d+)(?:,(\d+))? @@/.exec(text) ?? [];
    const added = from === undefined ? 0 : Number(count);
    for (let at = 0; at < added; at += 1) changed.add(`${file}:${Number(from) + at}`);
  }
  return (name, line) => untracked.has(name) || changed.has(`${name}:${line}`);
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
}

function place(mutant: Mutant): string {
  return `${mutant.file}:${mutant.line}  ${told(mutant, readFileSync(join(root, mutant.file), 'utf8'))}`;
}

function finish(): void {
  const counts = Map.groupBy([...verdicts], ([, verdict]) => verdict);
  for (const verdict of ['survived', 'reached by no test', 'refused by the types', 'out of time'] as const)
    for (const [mutant] of counts.get(verdict) ?? []) console.log(`${verdict}  ${place(mutant)}`);
  console.log([...counts].map(([verdict, own]) => `${own.length} ${verdict}`).join(', '));
  process.exitCode = counts.has('survived') || counts.has('reached by no test') ? 1 : 0;
}
