import { expect, it } from 'vitest';
import { CredentialVersion } from '../../../../db/models/credential-version.ts';
import { WorkspaceKey } from '../../../../db/models/workspace-key.ts';
import { createSystemContext } from '../../../../schema/command/create-context.ts';
import { openSecret } from '../../../../schema/connect/vault/open.ts';
import { rewrapWorkspace } from '../../../../schema/connect/vault/rewrap.ts';
import { testApp } from '../../../support/app.ts';
import { keyValueVault } from '../../../support/key-value-vault.ts';
import { cast } from '../../../support/people.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const { owner, workspaceId } = await cast(t);
const { knex } = t.ports.database;
const host = await keyValueVault({ shared: { token: 'kept elsewhere' } });
const keeper = { knex, workspaceId, sealing: t.ports.sealing, clock: t.clock };
const post = async (path: string, body: unknown) =>
  (await t.rest('POST', path, { as: owner, workspace: workspaceId, body })).body.id as string;
const open = async (id: string) =>
  await openSecret(createSystemContext(t.ports, 'test', workspaceId), id, 'a test');

const projectId = await post('/api/console/projects', { name: 'Shop' });
const reference = { projectId, provider: 'github', kind: 'BEARER' };
const references = '/api/console/connect/credential-references';
const ids = await Promise.all(
  ['one', 'two', 'three'].map(async (token) => await post(references, { ...reference, secret: { token } })),
);
const vaultId = await post('/api/console/connect/vaults', {
  name: 'Theirs',
  driver: 'KEY_VALUE',
  address: host.address,
  mount: 'secret',
  token: host.token,
});
const elsewhere = await post(references, { ...reference, vaultId, externalName: 'shared' });

const sealedUnder = async () =>
  (await CredentialVersion.query(knex)).map(({ sealedKey }) => sealedKey?.readUInt16BE());
const secrets = async () => await Promise.all([...ids, elsewhere].map(async (id) => await open(id)));

it('a new key of the workspace seals each data key, and no secret changes', async () => {
  const before = await secrets();
  const ciphertext = (await CredentialVersion.query(knex).orderBy('id')).map(
    ({ sealedSecret }) => sealedSecret,
  );

  expect(await rewrapWorkspace(keeper, { anew: true })).toBe(4);

  expect(await sealedUnder()).toEqual([2, 2, 2]);
  expect(await secrets()).toEqual(before);
  expect((await CredentialVersion.query(knex).orderBy('id')).map(({ sealedSecret }) => sealedSecret)).toEqual(
    ciphertext,
  );
});

it('the old key of the workspace is no longer needed', async () => {
  await WorkspaceKey.query(knex).where({ workspaceId, version: 1 }).patch({ sealedKey: null });
  for (const { id } of await CredentialVersion.query(knex)) t.ports.dataKeys.drop(id);

  expect(await secrets()).toHaveLength(4);
});

it('an interrupted rewrap resumes where it stopped, and makes no further key', async () => {
  await CredentialVersion.query(knex)
    .where({ referenceId: ids[0] ?? '' })
    .patch({ status: 'DESTROYED', sealedKey: null, sealedSecret: null });
  const added = await rewrapWorkspace(keeper, { anew: true });

  expect(added).toBe(3);
  expect(await rewrapWorkspace(keeper, { anew: false })).toBe(0);
  expect(await WorkspaceKey.query(knex).where({ workspaceId }).resultSize()).toBe(3);
});

it('a workspace whose keys are destroyed gets no new key', async () => {
  await WorkspaceKey.query(knex).where({ workspaceId }).patch({ sealedKey: null });

  expect(await rewrapWorkspace(keeper, { anew: true })).toBeNull();
  expect(await WorkspaceKey.query(knex).where({ workspaceId }).resultSize()).toBe(3);
});
