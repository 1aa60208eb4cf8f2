import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

export interface Ran {
  /** 0 if every requirement passes except those in the baseline, and all of these fail. */
  exitCode: number;
  output: string;
  /** Each check as `<scenario>:<check>`. A scenario without checks passes too, so tests count these. */
  passed: string[];
  /** Only checks that are not required. */
  failed: string[];
}

interface Check {
  id: string;
  status: string;
}

const suite = 'node_modules/@modelcontextprotocol/conformance/dist/index.js';

/** Runs all checks that a revision requires of a server, and those that it only reports. */
export async function conformance(url: URL, revision: string, baseline: string): Promise<Ran> {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-conformance-'));
  const told = ['--url', url.href, '--requirements', revision, '--expected-failures', baseline, '-o', folder];
  const { exitCode, output } = await command([suite, 'server', ...told]);
  const checks = globSync(join(folder, '**/checks.json')).flatMap(checksIn);
  rmSync(folder, { recursive: true });
  const named = (statuses: string[]) =>
    checks.filter(({ status }) => statuses.includes(status)).map(({ id }) => id);
  return { exitCode, output, passed: named(['SUCCESS']), failed: named(['FAILURE', 'WARNING']) };
}

// The name of a scenario's folder combines the scenario and the time.
function checksIn(file: string): Check[] {
  const [, scenario = ''] = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(basename(dirname(file))) ?? [];
  const checks = JSON.parse(readFileSync(file, 'utf8')) as Check[];
  return checks.map(({ id, status }) => ({ id: `${scenario}:${id}`, status }));
}

async function command(told: string[]): Promise<{ exitCode: number; output: string }> {
  const { promise, resolve } = Promise.withResolvers<{ exitCode: number; output: string }>();
  execFile(process.execPath, told, { maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
    resolve({ exitCode: error ? Number(error.code) : 0, output: `${stdout}${stderr}` }),
  );
  return await promise;
}
