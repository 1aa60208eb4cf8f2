import { expect, it } from 'vitest';
import { migratedDatabase } from '../../support/database.ts';
import { echo, keyOf, signUp } from '../../support/over-http.ts';
import { settingsFor, startServer, temporaryFolder } from '../../support/server-process.ts';

const settings = {
  ...settingsFor(await migratedDatabase()),
  BASE_URL: 'http://localhost:4000',
  LOG_LEVEL: 'warn',
  LIMIT_CONSOLE_WRITES_PER_MEMBER_PER_MINUTE: '1000000',
  LIMIT_CONSOLE_PER_MEMBER_PER_MINUTE: '1000000',
};

it('spec §5.12: a replayed answer under an Idempotency-Key also arrives only after the key has ended everywhere', async () => {
  const [first, other] = await Promise.all([
    startServer(settings),
    startServer({ ...settings, DATA_DIR: temporaryFolder() }),
  ]);
  const owner = await signUp(first.url, 'owner');
  const rotate = async (url: string, path: string, name: string) =>
    await fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}`, 'idempotency-key': name },
    });
  const served: number[] = [];

  for (let round = 0; round < 3; round += 1) {
    const { rotation, secret } = await keyOf(first.url, owner);
    await expect.poll(async () => await echo(other.url, secret)).toBe(200);
    const answered = rotate(first.url, rotation, `rotation-${round}`);
    const keys = rotation.replace(/\/[^/]+\/rotate$/, '');
    const isRotated = async () =>
      (await other.request('GET', keys, { token: owner.token })).body.data[0].version === 2;
    await expect.poll(isRotated, { interval: 5 }).toBe(true);
    // The rotation is committed, and the first server waits for the other while the client tries again.
    const { status } = await rotate(other.url, rotation, `rotation-${round}`);
    served.push(await echo(other.url, secret));
    expect([status, (await answered).status]).toEqual([200, 200]);
  }

  expect(served).toEqual(served.map(() => 401));
  await Promise.all([first.stop(), other.stop()]);
});
