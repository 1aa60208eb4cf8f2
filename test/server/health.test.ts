import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { testApp } from '../support/app.ts';

const t = await testApp();

it('GET /healthz reports that the process runs, and its version', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

  const { status, body } = await t.rest('GET', '/healthz');

  expect([status, body]).toEqual([200, { status: 'ok', version }]);
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
});
