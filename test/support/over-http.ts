import type { Knex } from 'knex';
import { expect } from 'vitest';
import { openDatabase, type Database } from '../../db/knex.ts';
import { Person } from '../../db/models/person.ts';
import { assertMasterKey } from '../../server/config/instance.ts';
import { requestAt, type Given } from './server-process.ts';

/** A person with a workspace, as programs know them. */
export interface Owner {
  token: string;
  personId: string;
  workspaceId: string;
}

/** Returns the body of the server's answer. Fails unless the request succeeds. */
export async function send(url: string, method: string, path: string, given: Given = {}) {
  const { status, body } = await requestAt(url + path, method, given);
  expect([path, status < 300, body]).toEqual([path, true, body]);
  return body;
}

export async function signUp(url: string, name: string): Promise<Owner> {
  const email = `${name}-${crypto.randomUUID()}@example.com`;
  const body = { email, password: 'correct horse battery staple', name, workspaceName: name };
  const { accessToken, person, workspace } = await send(url, 'POST', '/api/auth/sign-up', { body });
  return { token: accessToken, personId: person.id, workspaceId: workspace.id };
}

/** Proves the person's address in the configured database, like the mail of the sign-up would. */
export async function proveAddressIn(
  settings: Record<string, string>,
  { personId }: Pick<Owner, 'personId'>,
): Promise<void> {
  await using database = await openDatabase({ url: String(settings['DATABASE_URL']), poolMax: 1 });
  const { knex } = database;
  const emailVerifiedAt = new Date();
  // Versions before MACs have no such column.
  if (!(await knex.schema.hasColumn('person', 'mac')))
    return void (await knex('person').where({ id: personId }).update({ emailVerifiedAt }));
  await openMacs(knex, settings);
  await Person.change(knex, personId, new Date(), { emailVerifiedAt });
}

/** Opens the configured database, so that rows can be changed with their MACs. */
export async function openedAs(settings: Record<string, string>): Promise<Database> {
  const database = await openDatabase({ url: String(settings['DATABASE_URL']), poolMax: 1 });
  await openMacs(database.knex, settings);
  return database;
}

async function openMacs(knex: Knex, settings: Record<string, string>): Promise<void> {
  const secrets = { masterKey: Buffer.from(String(settings['SALLYPORT_MASTER_KEY']), 'base64') };
  await assertMasterKey(knex, { secrets, dataDir: String(settings['DATA_DIR']) }, new Date());
}

export interface Key {
  /** The path of its application, and the path that rotates it. */
  application: string;
  rotation: string;
  secret: string;
}

/** Creates a sandbox key with the scope `write`, in a new application. */
export async function keyOf(url: string, { token }: Owner): Promise<Key> {
  const applications = '/api/console/applications';
  const { id } = await send(url, 'POST', applications, { token, body: { name: 'Checkout' } });
  const application = `${applications}/${id}`;
  const body = { name: 'ci', environment: 'SANDBOX', scopes: ['write'] };
  const key = await send(url, 'POST', `${application}/keys`, { token, body });
  return { application, rotation: `${application}/keys/${key.id}/rotate`, secret: key.secret };
}

/** Returns the status of a call with the key. */
export async function echo(url: string, secret: string): Promise<number> {
  const given = { token: secret, body: { message: 'm' } };
  return (await requestAt(`${url}/v1/sandbox/echo`, 'POST', given)).status;
}

export async function rename(url: string, { token }: Owner, name: string): Promise<void> {
  await send(url, 'PATCH', '/api/console/workspace', { token, body: { name } });
}
