import { Connection } from '../../../../db/models/connection.ts';
import { refreshConnections } from '../../../../schema/connect/connection/refresh.ts';
import { revokeGrants } from '../../../../schema/connect/connection/revoke-grants.ts';
import { sightingsIn } from '../../../support/canary.ts';
import type { Said } from '../../../support/hostile-oauth.ts';
import { signInAgain } from '../../../support/people.ts';
import { ended, type Ground, type Plant, type Point } from './canary.world.ts';

/** The ways in which an authorization server repeats the values that it received. */
// oxfmt-ignore
const echoes: readonly (readonly [what: string, says: (it: string) => Said])[] = [
  ['in words of an error',          (it) => ({ status: 400, body: { error: 'invalid_grant', error_description: it, error_uri: `https://${it}.example` } })],
  ['in the name of an error',       (it) => ({ status: 400, body: { error: it } })],
  ['in an error of the status 200', (it) => ({ body: { error: { message: it } } })],
  ['in a page',                     (it) => ({ status: 500, type: 'text/html', body: `<h1>${it}</h1>` })],
  ['in a header',                   (it) => ({ status: 401, headers: { 'www-authenticate': `Basic realm="${it}"`, location: `/${it}` } })],
  ['in a redirect',                 (it) => ({ status: 302, headers: { location: `http://${it}.example/` } })],
  ['in what is no JSON',            (it) => ({ body: `{"access_token": ${it}` })],
  ['in a type of tokens',           (it) => ({ body: { access_token: it, token_type: it } })],
  ['in a token of odd characters',  (it) => ({ body: { access_token: `${it} é`, token_type: 'bearer' } })],
];

const tokensOf = (plant: Plant) => ({
  body: {
    access_token: plant('access'),
    refresh_token: plant('refresh'),
    token_type: 'bearer',
    expires_in: 3600,
    id_token: plant('id'),
  },
});

async function begun(ground: Ground, plant: Plant): Promise<{ id: string; state: string }> {
  const { connections, projectId, oauthConnectorId: connectorId, idp } = ground;
  const secret = { clientId: 'us', clientSecret: plant('client secret') };
  const credentialReferenceId = await connections.reference(projectId, { kind: 'OAUTH2_CLIENT', secret });
  const revocationUrl = `${idp.origin}/revoke`;
  const parts = { projectId, connectorId, credentialReferenceId, revocationUrl };
  const id = connections.idOf(await connections.create({ ...parts, clientAuthentication: 'POST' }));
  const { body } = await connections.act(id, 'authorize');
  return { id, state: new URL(body.authorizationUrl).searchParams.get('state') ?? '' };
}

async function finish({ send, idp, says }: Ground, said: Said, back: object): Promise<string> {
  says['/token'] = said;
  idp.came.length = 0;
  const ending = ended(await send('POST', '/authorizations/complete', back));
  if (sightingsIn(JSON.stringify(idp.came)).length === 0) throw new Error('No canary came there.');
  return ending;
}

/** Creates a connection whose tokens are canaries. */
async function connected(ground: Ground, plant: Plant): Promise<string> {
  const { id, state } = await begun(ground, plant);
  const ending = await finish(ground, tokensOf(plant), { state, code: plant('code') });
  if (ending !== '200') throw new Error(`Authorizing ended with ${ending}.`);
  return id;
}

async function rowOf({ t }: Ground, id: string): Promise<Connection> {
  return await Connection.query(t.ports.database.knex).findById(id).throwIfNotFound();
}

async function refreshed(ground: Ground, plant: Plant, said: Said): Promise<string> {
  // Keeps the job from other connections, for which these canaries are not secrets to remove.
  await Connection.query(ground.t.ports.database.knex).patch({ refreshDueAt: null });
  const id = await connected(ground, plant);
  ground.says['/token'] = said;
  ground.t.clock.advance({ minutes: 50 });
  await refreshConnections(ground.t.ports);
  await signInAgain(ground.t, ground.place.owner);
  const { lastErrorCode } = await rowOf(ground, id);
  return lastErrorCode ?? 'no error';
}

async function revoked(ground: Ground, plant: Plant, said: Said): Promise<string> {
  const id = await connected(ground, plant);
  ground.says['/revoke'] = said;
  await ground.connections.disconnect(id);
  await revokeGrants(ground.t.ports);
  return (await rowOf(ground, id)).revocation ?? 'none';
}

const failed = '409 authorization_failed';

export const grants: readonly Point[] = [
  ...echoes.map(([what, says]): Point => [
    `an authorization server that tells the client’s secret and the code ${what}`,
    failed,
    async (ground, plant) => {
      const { state } = await begun(ground, plant);
      const back = { state, code: plant('code') };
      return await finish(ground, says(`${plant('client secret')}${plant('code')}`), back);
    },
  ]),
  [
    'an authorization server that tells what it was sent, and what it sends, for scopes',
    '200',
    async (ground, plant) => {
      const { state } = await begun(ground, plant);
      const { body } = tokensOf(plant);
      const told = ['client secret', 'code', 'access', 'refresh'].map(plant);
      const scope = ['records:read', ...told, `of:${plant('access')}`].join(' ');
      return await finish(ground, { body: { ...body, scope } }, { state, code: plant('code') });
    },
  ],
  [
    'a refresh that tells the tokens for scopes',
    'no error',
    async (ground, plant) =>
      await refreshed(ground, plant, {
        body: { access_token: plant('next'), scope: `${plant('refresh')} ${plant('next')}` },
      }),
  ],
  [
    'a code that comes back to a state of nobody',
    failed,
    async (ground, plant) => {
      await begun(ground, plant);
      const back = { state: plant('state'), code: plant('code'), iss: plant('iss') };
      return ended(await ground.send('POST', '/authorizations/complete', back));
    },
  ],
  [
    'an error that a browser brings back',
    failed,
    async (ground, plant) => {
      const { state } = await begun(ground, plant);
      const back = { state, error: plant('error') };
      return ended(await ground.send('POST', '/authorizations/complete', back));
    },
  ],
  [
    'a refresh that tells the tokens in words of an error',
    'grant_refused',
    async (ground, plant) =>
      await refreshed(ground, plant, {
        status: 400,
        body: { error: 'invalid_grant', error_description: `${plant('refresh')} ${plant('access')}` },
      }),
  ],
  [
    'a refresh that tells the tokens in a page',
    'unavailable',
    async (ground, plant) =>
      await refreshed(ground, plant, { status: 503, type: 'text/html', body: plant('refresh') }),
  ],
  [
    'a revocation that tells the tokens',
    'FAILED',
    async (ground, plant) => await revoked(ground, plant, { status: 400, body: { error: plant('refresh') } }),
  ],
  [
    'a revocation that is put off',
    'PENDING',
    async (ground, plant) => await revoked(ground, plant, { status: 503, body: plant('refresh') }),
  ],
];
