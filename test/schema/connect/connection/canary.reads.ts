import { checkConnections } from '../../../../schema/connect/connection/check.ts';
import { Bug, sightingsIn } from '../../../support/canary.ts';
import { signInAgain } from '../../../support/people.ts';
import { echoes } from './canary.echoes.ts';
import { ended, type Plant, type Point } from './canary.world.ts';

const never = new AbortController().signal;

const bearer = (token: string) => ({ kind: 'BEARER', secret: { token } });
const inQuery = (plant: Plant) => ({ kind: 'API_KEY', secret: { apiKey: plant('key') } });
const byQuery = { scheme: 'inQuery' };

export const reads: readonly Point[] = [
  ...echoes.map(([what, ends, says]): Point => [
    `a provider that tells the token in ${what}`,
    ends,
    async (ground, plant) => ended(await ground.read(bearer(plant('token')), says(plant('token')))),
  ]),
  [
    'a description that the answer is not like',
    '200',
    async (ground, plant) => {
      const token = plant('token');
      const { selection } = await ground.selected(bearer(token), { key: 'getOrder' });
      ground.shop.instead = { status: 200, body: JSON.stringify({ id: token, [token]: token }) };
      const answer = await ground.connections.run(selection, { arguments: { orderId: 7 } });
      ground.shop.instead = null;
      return ended(answer);
    },
  ],
  [
    'a provider that tells a password',
    '502 provider_error',
    async (ground, plant) => {
      const secret = { kind: 'BASIC', secret: { username: 'us', password: plant('password') } };
      const basic = Buffer.from(`us:${plant('password')}`).toString('base64');
      return ended(
        await ground.read(secret, { status: 401, body: basic, headers: { location: `/${basic}` } }),
      );
    },
  ],
  [
    'a provider that tells a header of ours',
    '502 provider_error',
    async (ground, plant) => {
      const secret = { kind: 'CUSTOM', secret: { headers: { 'x-ours': plant('value') } } };
      return ended(await ground.read(secret, { status: 400, body: plant('value') }));
    },
  ],
  [
    'a provider that tells each part of a credential, sent or not',
    '200',
    async (ground, plant) => {
      const basic = { username: 'us', password: plant('password') };
      const parts = { inQuery: plant('key'), ours: plant('header'), basic };
      const body = JSON.stringify([parts, { [plant('header')]: `?api_key=${plant('key')}` }]);
      return ended(await ground.read({ parts }, { status: 200, body }));
    },
  ],
  [
    'a provider that tells each part of a credential where it fails',
    '502 provider_error',
    async (ground, plant) => {
      const parts = { inQuery: plant('key'), ours: plant('header') };
      const location = `http://elsewhere.example/?api_key=${plant('key')}`;
      return ended(
        await ground.read({ parts }, { status: 302, body: JSON.stringify(parts), headers: { location } }),
      );
    },
  ],
  [
    'a provider that tells a key in an address',
    '502 provider_error',
    async (ground, plant) => {
      const location = `http://elsewhere.example/?api_key=${plant('key')}`;
      return ended(await ground.read(inQuery(plant), { status: 301, headers: { location } }, byQuery));
    },
  ],
  [
    'a bug while the credential is on its way',
    '500 internal_error',
    async (ground, plant) => {
      const { selection } = await ground.selected(bearer(plant('token')));
      const broken = () => ({
        send: async (request: object) => {
          if (sightingsIn(JSON.stringify(request)).length === 0) throw new Error('No canary came there.');
          throw new Bug(request);
        },
      });
      return ended(await ground.with('egress', broken, async () => await ground.connections.run(selection)));
    },
  ],
  [
    'arguments that bring the judge to an end',
    '503 service_unavailable',
    async (ground, plant) => {
      const { selection } = await ground.selected(bearer(plant('token')));
      const bug: Parameters<typeof ground.with<'jsonSchemas', unknown>>[1] = (jsonSchemas) => ({
        check: async ({ key, owner }, value) =>
          await jsonSchemas.check({ key: `${key} slow`, owner, schema: doubling }, value),
      });
      const read = { arguments: { status: plant('argument') } };
      return ended(
        await ground.with('jsonSchemas', bug, async () => await ground.connections.run(selection, read)),
      );
    },
  ],
  [
    'arguments that are not as they should be',
    '422 validation_failed',
    async (ground, plant) => {
      const { selection } = await ground.selected(bearer(plant('token')), { key: 'listOrders' });
      return ended(await ground.connections.run(selection, { arguments: { status: plant('argument') } }));
    },
  ],
  [
    'a read by GraphQL of a provider that tells the token',
    '200 provider_error',
    async (ground, plant) => {
      const { selection } = await ground.selected(bearer(plant('token')));
      const location = `http://${plant('token')}.example/`;
      ground.shop.instead = { status: 302, headers: { location } };
      const input = { selection, arguments: {} };
      const query = 'query Read($input: ReadCapabilityInput!) { readCapability(input: $input) { data } }';
      const ending = await ground.graphql(query, { input });
      ground.shop.instead = null;
      return ending;
    },
  ],
  [
    'a provider that tells the token for its account',
    'ACTIVE',
    async (ground, plant) => {
      const { connections, connectorId, shop } = ground;
      const testCapabilityId = await connections.capability(connectorId, 'whoAmI');
      const more = { testCapabilityId, accountPointer: '/id' };
      const { id } = await ground.selected(bearer(plant('token')), more);
      shop.instead = { status: 200, body: JSON.stringify({ id: `of ${plant('token')}` }) };
      const { body } = await connections.act(id, 'test');
      shop.instead = null;
      return body.status ?? body.code;
    },
  ],
  [
    'a bug in the look every six hours',
    'ACTIVE',
    async (ground, plant) => {
      const { connections, connectorId, t } = ground;
      const testCapabilityId = await connections.capability(connectorId, 'whoAmI');
      const { id } = await ground.selected(bearer(plant('token')), { testCapabilityId });
      const broken = () => ({
        send: async (request: object) => {
          throw new Bug(request);
        },
      });
      t.clock.advance({ hours: 6 });
      const before = t.events.length;
      await ground.with('egress', broken, async () => await checkConnections(t.ports, never));
      if (!t.events.slice(before).some(({ error }) => error instanceof Bug))
        throw new Error('Nothing failed.');
      await signInAgain(t, ground.place.owner);
      return (await connections.read(id)).status;
    },
  ],
  [
    'a selection that is none',
    '409 selection_stale',
    async ({ connections }, plant) => ended(await connections.run(`sel_${plant('selection')}`)),
  ],
];

// Each level doubles the work of the one below.
const levels = Array.from({ length: 40 }, (_, i) => [
  `l${i}`,
  { allOf: Array(2).fill({ $ref: `#/$defs/l${i + 1}` }) },
]);
const doubling = { $ref: '#/$defs/l0', $defs: { ...Object.fromEntries(levels), l40: { not: {} } } };
