import { expect } from 'vitest';
import { openDatabase, type DatabaseOptions } from '../../db/knex.ts';
import { Person } from '../../db/models/person.ts';
import { requestAt, type Given } from './server-process.ts';

/** Somebody with a workspace of their own, as programs know them. */
export interface Owner {
  token: string;
  personId: string;
  workspaceId: string;
}

/** The answer to a request at the server of that URL, which has to succeed. */
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

/** Proves the person's address in the database, as the mail that signing up sent would. */
export async function proveAddressIn(
  options: DatabaseOptions,
  { personId }: Pick<Owner, 'personId'>,
): Promise<void> {
  await using database = await openDatabase(options);
  await Person.query(database.knex).findById(personId).patch({ emailVerifiedAt: new Date() });
}

export interface Key {
  /** The path of its application, and the one that rotates it. */
  application: string;
  rotation: string;
  secret: string;
}

/** A sandbox key that may write, in an application of its own. */
export async function keyOf(url: string, { token }: Owner): Promise<Key> {
  const applications = '/api/console/applications';
  const { id } = await send(url, 'POST', applications, { token, body: { name: 'Checkout' } });
  const application = `${applications}/${id}`;
  const body = { name: 'ci', environment: 'SANDBOX', scopes: ['write'] };
  const key = await send(url, 'POST', `${application}/keys`, { token, body });
  return { application, rotation: `${application}/keys/${key.id}/rotate`, secret: key.secret };
}

/** How a call with the key is answered. */
export async function echo(url: string, secret: string): Promise<number> {
  const given = { token: secret, body: { message: 'm' } };
  return (await requestAt(`${url}/v1/sandbox/echo`, 'POST', given)).status;
}

export async function rename(url: string, { token }: Owner, name: string): Promise<void> {
  await send(url, 'PATCH', '/api/console/workspace', { token, body: { name } });
}
