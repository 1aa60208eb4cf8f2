import { Bug } from '../../../support/canary.ts';
import { ended, refer, type Ground, type Point } from './canary.world.ts';

let made = 0;

/** Registers an external vault whose own token is a canary. */
async function elsewhere(ground: Ground, token: string, more: object = {}): Promise<string> {
  const { send, connections, vault } = ground;
  const body = { driver: 'KEY_VALUE', address: vault.address, mount: 'secret', token, ...more };
  vault.token = token;
  return connections.idOf(await send('POST', '/vaults', { name: `Vault ${(made += 1)}`, ...body }));
}

export const vaults: readonly Point[] = [
  [
    'a vault’s address with a password',
    '422 validation_failed',
    async ({ send }, plant) =>
      ended(
        await send('POST', '/vaults', {
          name: 'Wrong',
          driver: 'KEY_VALUE',
          mount: 'secret',
          token: plant('token'),
          address: `https://us:${plant('password')}@vault.example`,
        }),
      ),
  ],
  ...[403, 404, 500, 503].map((status): Point => [
    `a vault that answers ${status}`,
    '503 vault_unavailable',
    async (ground, plant) => {
      const id = await elsewhere(ground, plant('token'));
      ground.vault.status = status;
      const answer = await ground.send('POST', `/vaults/${id}/test`);
      ground.vault.status = null;
      return ended(answer);
    },
  ]),
  [
    'a vault that cannot be reached',
    '503 vault_unavailable',
    async (ground, plant) => {
      const id = await elsewhere(ground, plant('token'), { address: 'http://127.0.0.1:1' });
      return ended(await ground.send('POST', `/vaults/${id}/test`));
    },
  ],
  ...(
    [
      [
        '403 with its token',
        (canary: string) => `HTTP/1.1 403 No\r\nconnection: close\r\nx-token: ${canary}\r\n\r\n${canary}`,
      ],
      [
        '500 with its token',
        (canary: string) => `HTTP/1.1 500 ${canary}\r\nconnection: close\r\n\r\n"${canary}"`,
      ],
      ['garbage', (canary: string) => `HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${canary}`],
      [
        'another kind of JSON',
        (canary: string) => `HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{"data": {"${canary}": 1}}`,
      ],
      [
        'JSON with a name twice',
        (canary: string) =>
          `HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{"data": {"data": {"${canary}": 1, "${canary}": 2}}}`,
      ],
      [
        'a way elsewhere',
        (canary: string) =>
          `HTTP/1.1 302 Found\r\nlocation: http://${canary}.example/\r\nconnection: close\r\n\r\n`,
      ],
    ] as const
  ).map(([what, says]): Point => [
    `a vault that answers ${what}`,
    '503 vault_unavailable',
    async (ground, plant) => {
      const vaultId = await elsewhere(ground, plant('token'), { address: ground.servers.raw });
      ground.raw.says = says(plant('token'));
      return await refer(ground, { vaultId, externalName: 'a/b' });
    },
  ]),
  [
    'a vault’s secret that cannot be sent',
    '503 vault_unavailable',
    async (ground, plant) => {
      const vaultId = await elsewhere(ground, plant('token'));
      ground.vault.kept['a/b'] = { token: `${plant('kept')}\n` };
      return await refer(ground, { vaultId, externalName: 'a/b' });
    },
  ],
  [
    'a bug while a secret is sealed',
    '500 internal_error',
    async (ground, plant) =>
      await ground.with(
        'openings',
        () => ({
          note: async () => {
            throw new Bug({ token: plant('held') });
          },
        }),
        async () => {
          const vaultId = await elsewhere(ground, plant('token'));
          return await refer(ground, { vaultId, externalName: 'a/b' });
        },
      ),
  ],
];
