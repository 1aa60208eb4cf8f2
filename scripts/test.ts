// `npm test [-- --soak] [filters and vitest options]`: runs the suite on the embedded PostgreSQL, with two
// instances if there is Redis. With WHOLE_SUITE=1, as in CI, it runs every file and case, and again on a
// PostgreSQL server if there is one. A soak runs the tests there that depend on its version. The last line is the total.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { administer, databaseName, serverUrl } from '../test/support/postgres.ts';
import { redisProcess, whyNoRedisProcess } from '../test/support/redis-process.ts';
import { redisUrl, whyNoRedis } from '../test/support/redis.ts';
import { freePort } from './temporary-server.ts';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** The files with a failure, relative to the root. */
  files: string[];
  /** The full names of the tests that failed. */
  names: string[];
}

/** The part of vitest's JSON report that is read here. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[];
}

const root = join(import.meta.dirname, '..');
// Workers and the servers of tests load the same modules, so V8's compiled code is cached.
const compileCache = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') };
const isSoak = process.argv.includes('--soak');
const filters = process.argv.slice(2).filter((argument) => argument !== '--soak');
const isWhole = process.env['WHOLE_SUITE'] === '1';
// A file that is named runs every case.
const isNamed = filters.some((it) => !it.startsWith('-'));

await using held = new AsyncDisposableStack();
const folder = mkdtempSync(join(tmpdir(), 'sallyport-report-'));
held.defer(() => rmSync(folder, { recursive: true }));
const noServer = isWhole || isSoak ? await whyNoServer() : null;
const redis = await findRedis();
const labels = {
  PACKAGE: `the embedded PostgreSQL, ${redis.url ? 'with Redis and two instances' : 'with one instance'}`,
  SERVER: `PostgreSQL at ${new URL(serverUrl).host}${isSoak ? ': the tests that depend on its version' : ''}`,
};
const databases = noServer === undefined ? (['PACKAGE', 'SERVER'] as const) : (['PACKAGE'] as const);
const runs: Counts[] = [];
// A few files end sooner if fewer workers load the server, which takes seconds.
const workers = filters.length > 0 ? [`--maxWorkers=${availableParallelism()}`] : [];
// A busy machine may fail a test: a few failed files run again alone, and the result mentions both runs.
const maxFilesAgain = 3;
const unsteady: string[] = [];
// A soak takes as long as its longest file, so both databases run together. Each line names its database.
if (isSoak) runs.push(...(await Promise.all(databases.map(async (database) => await run(database)))));
else for (const database of databases) runs.push(await again(database, await run(database)));
finish();

/**
 * Returns the counts of a run. After a few failed files in CI, runs these again alone and counts that result.
 */
async function again(database: keyof typeof labels, first: Counts): Promise<Counts> {
  const { files, names } = first;
  if (process.env['CI'] !== 'true' || files.length === 0 || files.length > maxFilesAgain) return first;
  console.log(`\nThese failed, so their files run again, alone:\n${names.join('\n')}`);
  const second = await run(database, ['--maxWorkers=1', ...files]);
  if (second.failed > 0) return { ...first, names: [...new Set([...names, ...second.names])] };
  unsteady.push(...names);
  return { ...first, passed: first.passed + first.failed, failed: 0 };
}

async function run(database: keyof typeof labels, only = filters): Promise<Counts> {
  console.log(`\nRunning the tests on ${labels[database]}.`);
  const file = join(folder, `${database}.json`);
  const atOnce = isSoak ? [`--reporter=${join(root, 'test/support/failures-at-once.ts')}`] : [];
  const report = ['--reporter=default', ...atOnce, '--reporter=json', `--outputFile.json=${file}`];
  const child = spawn(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--passWithNoTests',
      ...report,
      ...workers,
      ...only,
    ],
    {
      cwd: root,
      stdio: ['inherit', isSoak ? 'pipe' : 'inherit', 'inherit'],
      env: {
        ...process.env,
        ...compileCache,
        SALLYPORT_TEST_DATABASE: database,
        ...(redis.url !== undefined && { TEST_REDIS_URL: redis.url }),
        ...(isSoak && { SOAK: '1' }),
        ...(isNamed && { WHOLE_SUITE: '1' }),
      },
    },
  );
  if (child.stdout)
    createInterface({ input: child.stdout }).on('line', (line) => console.log(`${database}: ${line}`));
  const [code] = await once(child, 'close');
  return read(file, code === 0);
}

function read(file: string, isGreen: boolean): Counts {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0, files: [], names: [] };
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
    counts.passed = report.numPassedTests;
    counts.skipped = report.numPendingTests + report.numTodoTests;
    // A file that does not load has no tests to count, but is a failure.
    const unloaded = report.testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    );
    counts.failed = report.numFailedTests + unloaded.length;
    const red = report.testResults.filter(({ status }) => status === 'failed');
    counts.files = red.map(({ name }) => relative(root, name));
    counts.names = red.flatMap(({ name, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      return (failed.length > 0 ? failed : [{ fullName: 'does not load' }]).map(
        ({ fullName }) => `${relative(root, name)}: ${fullName}`,
      );
    });
  } catch (error) {
    console.log(`vitest wrote no report: ${String(error)}`);
  }
  if (!isGreen && counts.failed === 0) {
    console.log('vitest failed outside of any test; this counts as one failure.');
    counts.failed = 1;
  }
  return counts;
}

async function whyNoServer(): Promise<string | undefined> {
  const name = databaseName();
  try {
    await administer(serverUrl, `create database ${name}`, `drop database ${name}`);
    return undefined;
  } catch (error) {
    const { host } = new URL(serverUrl);
    const reason = error instanceof AggregateError ? error.errors.map(String).join(', ') : String(error);
    return `PostgreSQL at ${host} was skipped, since it allows no sallyport_test_ database: ${reason}`;
  }
}

/** Returns the running Redis, or starts one for this run if redis-server is installed. */
async function findRedis(): Promise<{ url?: string; whyNot?: string }> {
  const whyNot = await whyNoRedis();
  if (whyNot === undefined) return { url: redisUrl };
  if (process.env['TEST_REDIS_URL'] || whyNoRedisProcess() !== undefined) return { whyNot };
  const own = await redisProcess(await freePort());
  held.defer(async () => await own.kill());
  return { url: own.url };
}

function finish(): void {
  const [passed, failed, skipped] = [total('passed'), total('failed'), total('skipped')];
  const missing = [
    ...missed(
      noServer ?? undefined,
      'REQUIRE_POSTGRES',
      'a PostgreSQL server: start it, or set TEST_DATABASE_URL.',
    ),
    ...missed(redis.whyNot, 'REQUIRE_REDIS', 'Redis: start it, or set TEST_REDIS_URL.'),
  ];
  const isEmpty = passed + failed === 0;
  console.log(`\nRan on ${databases.map((database) => labels[database]).join(' and ')}.`);
  if (noServer) console.log(noServer);
  if (!isWhole && !isSoak && !isNamed)
    console.log('CI also runs the tests of processes and browsers: WHOLE_SUITE=1 npm test.');
  if (redis.whyNot !== undefined) console.log(`${redis.whyNot}. The tests that need it are skipped.`);
  for (const sentence of missing) console.log(sentence);
  if (isEmpty)
    console.log(`No test ran${filters.length > 0 ? `: nothing matches ${filters.join(' ')}` : ''}.`);
  const red = runs.flatMap(({ failed: count, names }) => (count > 0 ? names : []));
  if (red.length > 0) console.log(`Failed:\n${red.join('\n')}`);
  if (unsteady.length > 0)
    console.log(`Failed with the others and passed alone; fix these:\n${unsteady.join('\n')}`);
  process.exitCode = failed > 0 || missing.length > 0 || isEmpty ? 1 : 0;
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
}

/** Returns a sentence if a setting requires something that is missing. */
function missed(why: string | undefined, setting: string, what: string): string[] {
  return why !== undefined && process.env[setting] === '1' ? [`${setting}=1 asks for ${what}`] : [];
}

function total(key: 'passed' | 'failed' | 'skipped'): number {
  return runs.reduce((sum, counts) => sum + counts[key], 0);
}
