import { expect, it } from 'vitest';
import { testApp } from '../../support/app.ts';
import { lint } from '../../support/lint.ts';

const t = await testApp({ BASE_URL: 'https://sallyport.acme.dev' });

it('spec §9: a strict linter finds nothing in the API description', async () => {
  const { body } = await t.rest('GET', '/openapi.json');

  expect(await lint(body)).toEqual([]);
});
