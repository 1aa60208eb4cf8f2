import { signInAgain } from '../../../support/people.ts';
import { ended, refer, references, type Ground, type Point } from './canary.world.ts';

async function failingIn(table: string, { t }: Ground, work: () => Promise<string>): Promise<string> {
  const { knex } = t.ports.database;
  await knex.raw('alter table ?? add constraint of_the_test check (false) not valid', [table]);
  try {
    return await work();
  } finally {
    await knex.raw('alter table ?? drop constraint of_the_test', [table]);
  }
}

export const writes: readonly Point[] = [
  [
    'a secret with a part that its kind has not',
    '422 validation_failed',
    async (ground, plant) =>
      await refer(ground, { secret: { token: plant('token'), [plant('name')]: plant('value') } }),
  ],
  [
    'a secret that is too long',
    '422 validation_failed',
    async (ground, plant) => await refer(ground, { secret: { token: plant('token').repeat(300) } }),
  ],
  [
    'a secret of another kind',
    '422 validation_failed',
    async (ground, plant) =>
      await refer(ground, { kind: 'BASIC', secret: { username: plant('name'), token: plant('token') } }),
  ],
  [
    'a secret that no header can hold',
    '422 validation_failed',
    async (ground, plant) =>
      await refer(ground, { secret: { token: `${plant('token')}\r\nx: ${plant('more')}é` } }),
  ],
  [
    'a secret that is a text',
    '422 validation_failed',
    async (ground, plant) => await refer(ground, { secret: plant('token') }),
  ],
  [
    'a header that says where a message ends',
    '422 validation_failed',
    async (ground, plant) =>
      await refer(ground, { kind: 'CUSTOM', secret: { headers: { 'content-length': plant('value') } } }),
  ],
  [
    'a secret in the place of its kind',
    '422 validation_failed',
    async (ground, plant) => await refer(ground, { kind: plant('kind'), secret: { token: plant('token') } }),
  ],
  [
    'a secret with U+0000 in it',
    '400 invalid_request',
    async (ground, plant) => await refer(ground, { secret: { token: `${plant('token')}\0` } }),
  ],
  [
    'a secret that one may not write',
    '403 permission_required',
    async ({ send, place, projectId }, plant) =>
      ended(
        await send(
          'POST',
          references,
          { projectId, provider: 'shop', kind: 'BEARER', secret: { token: plant('token') } },
          await place.as('VIEWER'),
        ),
      ),
  ],
  [
    'a secret for a project that is none',
    '404 not_found',
    async (ground, plant) =>
      await refer(ground, { projectId: ground.connectorId, secret: { token: plant('token') } }),
  ],
  [
    'a secret for a reference that is destroyed',
    '409 invalid_transition',
    async (ground, plant) => {
      const id = await ground.connections.reference(ground.projectId);
      await ground.send('DELETE', `${references}/${id}`);
      const secret = { token: plant('token') };
      return ended(await ground.send('POST', `${references}/${id}/versions`, { secret }));
    },
  ],
  [
    'a commit that the database refuses',
    '500 internal_error',
    async (ground, plant) =>
      await failingIn(
        'credential_version',
        ground,
        async () => await refer(ground, { secret: { token: plant('token') } }),
      ),
  ],
  [
    'an event that the database refuses',
    '500 internal_error',
    async (ground, plant) =>
      await failingIn(
        'event',
        ground,
        async () => await refer(ground, { secret: { token: plant('token') } }),
      ),
  ],
  [
    'an Idempotency-Key with another secret',
    '422 idempotency_key_reused',
    async ({ t, place, projectId }, plant) => {
      const create = async (token: string) =>
        await t.rest('POST', `/api/console/connect${references}`, {
          as: place.owner,
          workspace: place.workspaceId,
          headers: { 'idempotency-key': 'one-key-for-two-secrets' },
          body: { projectId, provider: 'shop', kind: 'BEARER', secret: { token } },
        });
      await create(plant('first'));
      return ended(await create(plant('second')));
    },
  ],
  [
    'a secret that opens no more',
    '503 vault_unavailable',
    async (ground, plant) => {
      const { selection, credentialReferenceId: referenceId } = await ground.selected({
        kind: 'BEARER',
        secret: { token: plant('token') },
      });
      const { knex } = ground.t.ports.database;
      await knex('credential_version')
        .where({ referenceId })
        .update({ sealedSecret: Buffer.alloc(64) });
      return ended(await ground.connections.run(selection));
    },
  ],
  [
    'settings with a secret by its name, its look or in a text',
    '422 secret_in_settings',
    async ({ connections, projectId, connectorId }, plant) => {
      const create = async (settings: object) =>
        ended(await connections.create({ projectId, connectorId, settings }));
      await create({ note: `Bearer ${plant('looks')}` });
      await create({ note: JSON.stringify({ password: plant('text') }) });
      return await create({ deep: [{ password: plant('name') }] });
    },
  ],
  [
    'parameters of OAuth with a secret',
    '422 secret_in_settings',
    async ({ connections, projectId, connectorId }, plant) =>
      ended(
        await connections.create({
          projectId,
          connectorId,
          oauthParameters: { client_secret: plant('secret') },
        }),
      ),
  ],
  [
    'a base address with a password',
    '422 validation_failed',
    async ({ connections, projectId, connectorId }, plant) =>
      ended(
        await connections.create({
          projectId,
          connectorId,
          baseUrl: `http://us:${plant('password')}@127.0.0.1:1`,
        }),
      ),
  ],
  [
    'a session that has ended meanwhile',
    '401 session_expired',
    async (ground, plant) => {
      ground.t.clock.advance({ hours: 2 });
      const ending = await refer(ground, { secret: { token: plant('token') } });
      await signInAgain(ground.t, ground.place.owner);
      return ending;
    },
  ],
];
