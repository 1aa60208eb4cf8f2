import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { testApp } from '../../support/app.ts';

const t = await testApp({ BASE_URL: 'https://sallyport.acme.dev' });

interface Lint {
  totals: { errors: number; warnings: number };
  problems: { ruleId: string; message: string; location: { pointer?: string }[] }[];
}

it('spec §9: a strict linter finds nothing in the API description', async () => {
  const { body } = await t.rest('GET', '/openapi.json');
  const folder = await mkdtemp(join(tmpdir(), 'sallyport-lint-'));
  try {
    const file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(body));
    const { problems, totals } = await lint(file);

    const told = problems.map(
      ({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`,
    );
    expect(told).toEqual([]);
    expect(totals).toMatchObject({ errors: 0, warnings: 0 });
  } finally {
    await rm(folder, { recursive: true });
  }
});

async function lint(file: string): Promise<Lint> {
  const cli = 'node_modules/@redocly/cli/bin/cli.js';
  const options = ['--extends=recommended', '--format=json', '--max-problems=1000'];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const run = promisify(execFile)(process.execPath, [cli, 'lint', file, ...options], {
    env,
    maxBuffer: 50_000_000,
  });
  // The linter exits with 1 if it finds anything.
  const { stdout } = await run.catch((failed: unknown) => failed as { stdout: string });
  return JSON.parse(stdout) as Lint;
}
