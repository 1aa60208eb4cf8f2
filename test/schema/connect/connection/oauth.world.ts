import { afterAll, beforeEach } from 'vitest';
import { Connection } from '../../../../db/models/connection.ts';
import { redirectUriOf } from '../../../../schema/connect/connection/authorize.ts';
import type { TestApp } from '../../../support/app.ts';
import { connectionsOf, openIdDocument } from '../../../support/connections.ts';
import { startOidcProvider } from '../../../support/oidc-provider.ts';
import { cast, signInAgain } from '../../../support/people.ts';
import { eventsOf } from '../../../support/trail.ts';

export const scopes = ['openid', 'records:read'];

/** Creates a workspace that connects to an OpenID provider. Each test begins with the provider's usual answers. */
export async function oauthWorld(t: TestApp) {
  const place = await cast(t);
  const connections = connectionsOf(t, place);
  const idp = await startOidcProvider(redirectUriOf(t.ports));
  const { knex } = t.ports.database;
  const document = openIdDocument(idp);
  const ofClient = { kind: 'OAUTH2_CLIENT', secret: idp.client };

  afterAll(async () => await idp[Symbol.asyncDispose]());
  beforeEach(async () => {
    idp.account = 'account-1';
    idp.consents = true;
    idp.accessTokenSeconds = 3600;
    await signInAgain(t, place.owner);
  });

  const complete = async (answer: URLSearchParams, as = place.owner) =>
    await connections.send('POST', '/authorizations/complete', Object.fromEntries(answer), as);

  const draft = async (more: object = {}) =>
    await connections.made({ document }, { secret: ofClient, scopes, testedBy: 'whoAmI', ...more });

  /** Sends the owner to the provider and back. */
  const authorize = async (id: string) => {
    const begun = await connections.act(id, 'authorize');
    const url = new URL(begun.body.authorizationUrl);
    return { begun, url, finish: async () => await complete(await idp.visit(url)) };
  };

  const connected = async (more: object = {}) => {
    const made = await draft(more);
    const { finish } = await authorize(made.id);
    const { status, body } = await finish();
    if (status !== 200) throw new Error(JSON.stringify(body));
    const capabilityId = await connections.capability(made.connectorId, 'whoAmI');
    const read = async () => await connections.run(await connections.select(capabilityId, made.id));
    return { ...made, connection: body, read };
  };

  return {
    place,
    connections,
    idp,
    document,
    complete,
    draft,
    authorize,
    connected,
    typesOf: async (id: string) =>
      (await eventsOf(t, place.workspaceId))
        .filter(({ resource }) => resource.id === id)
        .map(({ type }) => type),
    rowOf: async (id: string) => await Connection.query(knex).findById(id).throwIfNotFound(),
  };
}
