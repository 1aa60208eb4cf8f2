import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

interface Lint {
  problems: { ruleId: string; message: string; location: { pointer?: string }[] }[];
}

/** Returns what a strict linter finds in an OpenAPI document. */
export async function lint(document: unknown, more: readonly string[] = []): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sallyport-lint-'));
  try {
    const file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(document));
    const { problems } = await lintFile(file, more);
    return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Lints the document of a product. Its license is its owner’s, and the server does not know it. */
export async function lintProduct(document: unknown): Promise<string[]> {
  return await lint(document, ['--skip-rule=info-license']);
}

async function lintFile(file: string, more: readonly string[]): Promise<Lint> {
  const cli = 'node_modules/@redocly/cli/bin/cli.js';
  const options = ['--extends=recommended', '--format=json', '--max-problems=1000', ...more];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const run = promisify(execFile)(process.execPath, [cli, 'lint', file, ...options], {
    env,
    maxBuffer: 50_000_000,
  });
  // The linter exits with 1 if it finds anything.
  const { stdout } = await run.catch((failed: unknown) => failed as { stdout: string });
  return JSON.parse(stdout) as Lint;
}
