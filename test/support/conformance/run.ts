import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

export interface Ran {
  /** 0 where all that is required passes, but for what the baseline names, and all of that fails. */
  exitCode: number;
  output: string;
  /** Each check as `<scenario>:<check>`. A scenario that checks nothing passes too, so these are to be counted. */
  passed: string[];
  /** Those that are not required are here alone. */
  failed: string[];
}

interface Check {
  id: string;
  status: string;
}

const suite = 'node_modules/@modelcontextprotocol/conformance/dist/index.js';

/** Runs all that a revision requires of a server, and what it only reports. */
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

// The folder of a scenario is named after it and the time.
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
