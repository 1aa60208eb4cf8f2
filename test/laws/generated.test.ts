import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('generated files are as `npm run generate` makes them', async () => {
  const checked = await promisify(execFile)(process.execPath, ['scripts/generate.ts', '--check']);

  expect(checked).toEqual({ stdout: '', stderr: '' });
});
