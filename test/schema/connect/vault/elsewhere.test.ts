import { beforeEach, describe, expect, it } from 'vitest';
import { createSystemContext } from '../../../../schema/command/create-context.ts';
import { refusalOf } from '../../../../schema/values/errors.ts';
import { openSecret } from '../../../../schema/connect/vault/open.ts';
import { testApp } from '../../../support/app.ts';
import { contentsOf } from '../../../support/contents.ts';
import { keyValueVault } from '../../../support/key-value-vault.ts';
import { cast } from '../../../support/people.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const { owner, workspaceId: workspace } = await cast(t);
const canary = 'ghp_canary0123456789abcdefghijklmnopqrstuv';
const host = await keyValueVault();
const vaults = '/api/console/connect/vaults';
const references = '/api/console/connect/credential-references';
let made = 0;

const send = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
  await t.rest(method, path, { as: owner, workspace, body });
const { id: projectId } = (await send('POST', '/api/console/projects', { name: 'Shop' })).body;
const vault = async (more: object = {}) =>
  (
    await send('POST', vaults, {
      name: `Vault ${(made += 1)}`,
      driver: 'KEY_VALUE',
      address: host.address,
      mount: 'secret',
      token: host.token,
      ...more,
    })
  ).body.id as string;
const shared = await vault();
const refer = async (more: object = {}) =>
  await send('POST', references, {
    projectId,
    provider: 'github',
    kind: 'BEARER',
    vaultId: shared,
    externalName: 'team/github',
    ...more,
  });
const open = async (id: string) =>
  await openSecret(createSystemContext(t.ports, 'test', workspace), id, 'a test');
const whyNot = async (id: string) =>
  await open(id).then(
    () => null,
    (error: unknown) => refusalOf(error),
  );

beforeEach(() => {
  host.status = null;
  host.asked.length = 0;
  host.kept = { 'team/github': { token: canary, GITHUB_TOKEN: 'by another name' } };
});

describe('a reference to a secret in an external vault', () => {
  it('reads the secret from that vault for each opening', async () => {
    const { status, body } = await refer();
    host.kept['team/github'] = { token: 'rotated there' };

    expect(status).toBe(201);
    expect(body).toMatchObject({ externalName: 'team/github', version: 1 });
    expect(await open(body.id)).toEqual({ kind: 'BEARER', token: 'rotated there' });
    expect(host.asked.at(-1)).toEqual({
      path: '/v1/secret/data/team/github',
      namespace: undefined,
      token: host.token,
    });
  });

  it('can use field names of that vault, and a namespace', async () => {
    const vaultId = await vault({ namespace: 'team/one' });
    const { body } = await refer({ vaultId, externalFields: { token: 'GITHUB_TOKEN' } });

    expect(await open(body.id)).toEqual({ kind: 'BEARER', token: 'by another name' });
    expect(host.asked.at(-1)?.namespace).toBe('team/one');
  });

  it('422: is refused for a missing secret, with a secret beside the name, and without a vault', async () => {
    expect(await refer({ externalName: 'team/none' })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/externalName' }] },
    });
    expect(await refer({ secret: { token: canary } })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/secret' }] },
    });
    expect(await refer({ vaultId: undefined })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/vaultId' }] },
    });
  });

  it.each(['../sys/raw', 'team/../../sys', '/team', 'team//github', 'team/./x'])(
    '422: is refused for a name that leads elsewhere: %s',
    async (externalName) => {
      expect((await refer({ externalName })).status).toBe(422);
      expect(host.asked).toEqual([]);
    },
  );

  it('accepts no new value, because the other vault stores it', async () => {
    const { id } = (await refer()).body;

    expect(await send('POST', `${references}/${id}/versions`, { secret: { token: 'x' } })).toMatchObject({
      status: 409,
      body: { code: 'invalid_transition' },
    });
  });
});

describe('503 vault_unavailable: an opening fails', () => {
  it.each([
    [503, 'sealed'],
    [500, 'status 500'],
    [403, 'refuses the token'],
    [404, 'no secret with this name'],
  ])('if the vault answers %i', async (status, words) => {
    const { id } = (await refer()).body;
    host.status = status;

    const refusal = await whyNot(id);

    expect(refusal).toMatchObject({ code: 'vault_unavailable', status: 503 });
    expect(refusal?.message).toContain(words);
    expect(refusal?.message).not.toContain(host.token);
  });

  it('if the secret lacks a part of its kind', async () => {
    const { id } = (await refer()).body;
    host.kept['team/github'] = { password: canary };

    const refusal = await whyNot(id);

    expect(refusal?.code).toBe('vault_unavailable');
    expect(refusal?.message).not.toContain(canary);
  });

  it('if an OAuth client has no secret there, because a client without one needs no vault', async () => {
    host.kept['team/github'] = { clientId: 'abc', clientSecret: canary };
    const { id } = (await refer({ kind: 'OAUTH2_CLIENT' })).body;
    host.kept['team/github'] = { clientId: 'abc', client_secret: canary };

    const refusal = await whyNot(id);

    expect(refusal?.code).toBe('vault_unavailable');
    expect(refusal?.message).toContain('clientId, clientSecret');
  });

  it('if the vault does not answer, or its address may not be called', async () => {
    for (const address of ['http://127.0.0.1:1', 'https://10.0.0.1', 'http://localhost:1']) {
      const tested = await send('POST', `${vaults}/${await vault({ address })}/test`);

      expect(tested).toMatchObject({ status: 503, body: { code: 'vault_unavailable' } });
    }
  });
});

describe('a vault', () => {
  it('is tested without reading a secret', async () => {
    const id = await vault();

    expect((await send('POST', `${vaults}/${id}/test`)).status).toBe(200);
    expect(host.asked.map(({ path }) => path)).toEqual(['/v1/auth/token/lookup-self']);
  });

  it('uses its new token instead of the old one', async () => {
    const id = await vault({ token: 'hvs.wrong' });
    const before = await send('POST', `${vaults}/${id}/test`);

    await send('PATCH', `${vaults}/${id}`, { token: host.token });

    expect([before.status, (await send('POST', `${vaults}/${id}/test`)).status]).toEqual([503, 200]);
  });

  it('is deleted with its token, once no reference names a secret in it', async () => {
    const id = await vault();
    const { id: reference } = (await refer({ vaultId: id })).body;

    const refused = await send('DELETE', `${vaults}/${id}`);
    await send('DELETE', `${references}/${reference}`);
    const deleted = await send('DELETE', `${vaults}/${id}`);

    expect(refused).toMatchObject({ status: 409, body: { code: 'in_use' } });
    expect(deleted.body).toMatchObject({ status: 'DELETED' });
    expect((await send('POST', `${vaults}/${id}/test`)).status).toBe(409);
    const [row] = await t.ports.database.knex('vault').where({ id });
    expect(row.sealedToken).toBeNull();
  });

  it('409 name_taken: has a unique name', async () => {
    await vault({ name: 'Company' });

    expect(
      await send('POST', vaults, {
        name: 'Company',
        driver: 'KEY_VALUE',
        address: host.address,
        mount: 'secret',
        token: 'x',
      }),
    ).toMatchObject({ status: 409, body: { code: 'name_taken' } });
  });
});

it('the database and the events contain tokens and secrets only sealed', async () => {
  await open((await refer()).body.id);

  const kept = JSON.stringify([await contentsOf(t.ports.database), t.events]);

  for (const secret of [host.token, canary]) expect(kept).not.toContain(secret);
});
