import { afterAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../db/knex.ts';
import { migratedDatabase } from '../support/database.ts';
import { shopDocument } from '../support/shop-document.ts';
import { signUp } from '../support/over-http.ts';
import { runScript } from '../support/script.ts';
import { requestAt, settingsFor, startServer } from '../support/server-process.ts';

const options = await migratedDatabase();
const settings = settingsFor(options);
const server = await startServer(settings);
afterAll(async () => void (await server.stop()));
// Process starts are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const verify = async (...args: string[]) => await runScript('verify', { env: settings, args });

describe('npm run verify', () => {
  it('names a row that was changed by SQL, beside a running server, and accepts it on command of the operator', async () => {
    const { token } = await signUp(server.url, 'ada');
    const me = async () => await requestAt(`${server.url}/api/developer-portal/me`, 'GET', { token });
    const { id } = (await me()).body.member;
    const sound = await verify();
    await using database = await openDatabase(options);
    await database.knex('member').where({ id }).update({ role: 'ADMIN' });

    const wrong = await verify();
    const accepted = await verify('--accept', 'member', id);
    const again = await verify();

    expect([sound.code, sound.stdout]).toEqual([
      0,
      expect.stringMatching(/^Rows checked: \d+. Rows at fault: 0.\n$/),
    ]);
    expect(wrong.code).toBe(1);
    expect(wrong.stdout).toContain(`member ${id} was changed outside of Sallyport.\n`);
    expect([accepted.code, accepted.stderr]).toEqual([0, '']);
    expect(accepted.stdout).toContain('"role": "ADMIN"');
    expect(accepted.stdout).toContain(
      `The row ${id} of member is accepted as it stands, and recorded in the audit log.\n`,
    );
    expect([again.code, (await me()).body.member.role]).toEqual([0, 'ADMIN']);
  });

  it('names a version of an API product whose operations were changed by SQL', async () => {
    const { token } = await signUp(server.url, 'grace');
    const send = async (path: string, body: object) =>
      (await requestAt(`${server.url}/api/console/products${path}`, 'POST', { token, body })).body;
    const { id: productId } = await send('', { slug: 'shop', name: 'Shop' });
    const { id } = await send(`/${productId}/versions`, { document: JSON.stringify(shopDocument) });
    await using database = await openDatabase(options);
    const operations = database.knex('api_product_operation').where({ version_id: id });
    const sound = await verify();
    await operations.clone().update({
      definition: database.knex.raw(`jsonb_set(definition, '{title}', '"Other"')`),
    });

    const wrong = await verify();
    await operations.clone().delete();
    const emptied = await verify();

    expect(sound.stdout).toMatch(/Rows at fault: 0.\n$/);
    for (const { code, stdout } of [wrong, emptied]) {
      expect(code).toBe(1);
      expect(stdout).toContain(
        `api_product_version ${id} has operations that were changed outside of Sallyport.`,
      );
      expect(stdout).not.toContain('--accept');
    }
  });

  it.each([
    ['an argument that it does not know', ['now'], 'Nothing was done.'],
    ['no row', ['--accept', 'member'], '`npm run verify -- --accept <table> <id>` accepts one as it stands.'],
    [
      'a row that is not there',
      ['--accept', 'member', 'mem_none'],
      'There is no row mem_none of member with a MAC.',
    ],
    ['a table without MACs', ['--accept', 'event', 'evt_1'], 'There is no row evt_1 of event with a MAC.'],
  ])('rejects %s', async (_what, args, sentence) => {
    const { code, stdout, stderr } = await verify(...args);

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(sentence);
  });
});
