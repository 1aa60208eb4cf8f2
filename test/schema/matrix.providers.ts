import { Capability } from '../../db/models/capability.ts';
import { authorizeConnection } from '../../schema/connect/connection/authorize.ts';
import { findConnection } from '../../schema/connect/connection/find.ts';
import { runImports } from '../../schema/connect/connector/run-imports.ts';
import { createContext, nobody } from '../../schema/command/create-context.ts';
import { Refusal } from '../../schema/values/errors.ts';
import { usualBounds } from '../../schema/connect/gateway/provider.ts';
import { mintSelection } from '../../schema/connect/selection/handle.ts';
import { connectionsOf, oauthDocument, openIdDocument } from '../support/connections.ts';
import type { KeyValueVault } from '../support/key-value-vault.ts';
import { nextNumber, send, type Calling, type Ids, type Place } from './matrix.place.ts';

const references = '/api/console/connect/credential-references';

export const secretOf = (token = 'a token of a provider') => ({
  kind: 'BEARER',
  provider: 'github',
  secret: { token },
});

export async function reference(place: Place): Promise<Ids> {
  const { id: projectId } = await project(place);
  return { ...(await send(place, 'POST', references, { ...secretOf(), projectId })), version: '1' };
}

export async function rotatedReference(place: Place): Promise<Ids> {
  const { id = '' } = await reference(place);
  await send(place, 'POST', `${references}/${id}/versions`, { secret: { token: 'another' } });
  return { id };
}

export const vaultAt = ({ address, token }: Pick<KeyValueVault, 'address' | 'token'>) => ({
  name: `Vault ${nextNumber()}`,
  driver: 'KEY_VALUE',
  address,
  mount: 'secret',
  token,
});

export async function vault(place: Place): Promise<Ids> {
  return await send(place, 'POST', '/api/console/connect/vaults', vaultAt(place.vault));
}

export const description = () => ({
  name: `Connector ${nextNumber()}`,
  source: 'OPENAPI',
  document: 'openapi: 3.1.0',
});

export async function connector(place: Place): Promise<Ids> {
  return await send(place, 'POST', '/api/console/connect/connectors', description());
}

/** Creates a connector whose import has ended. */
export async function readConnector(place: Place): Promise<Ids> {
  const ids = await connector(place);
  await runImports(place.t.ports, new AbortController().signal);
  return ids;
}

/** One for each workspace, because reading a description starts a process. */
const described = new Map<string, Promise<Ids>>();

async function describedConnector(place: Place): Promise<Ids> {
  const known = described.get(place.workspaceId) ?? makeDescribed(place);
  described.set(place.workspaceId, known);
  return await known;
}

async function makeDescribed(place: Place): Promise<Ids> {
  const { id = '' } = await send(place, 'POST', '/api/console/connect/connectors', {
    ...description(),
    document: oauthDocument,
  });
  await runImports(place.t.ports, new AbortController().signal);
  const path = `/api/console/connect/connectors/${id}/capabilities`;
  const { body } = await place.t.rest('GET', path, { as: place.owner, workspace: place.workspaceId });
  return { connectorId: id, capabilityId: body.data[0].id };
}

export async function newConnection(place: Place): Promise<Ids> {
  return await connectionWith(place, {});
}

async function connectionWith(place: Place, more: object): Promise<Ids> {
  const { connectorId = '', capabilityId = '' } = await describedConnector(place);
  const projectId = (await project(place))['id'];
  const body = { name: 'Ours', projectId, connectorId, ...more };
  const { id = '' } = await send(place, 'POST', '/api/console/connect/connections', body);
  return { id, connectorId, capabilityId };
}

export async function describedCapability(place: Place): Promise<Ids> {
  const { capabilityId = '' } = await describedConnector(place);
  return { id: capabilityId };
}

/** Creates a connection that its provider answers, with a test that tells the account. */
export async function workingConnection(place: Place): Promise<Ids> {
  const connections = connectionsOf(place.t, place);
  const { id, connectorId, projectId } = await connections.made(place.provider, {
    testedBy: 'whoAmI',
    accountPointer: '/id',
  });
  return { id, connectorId, projectId };
}

export async function selectionOf(place: Place, calling?: Calling): Promise<Ids> {
  if (!calling || calling.arrived instanceof Refusal) return { selection: 'sel_AAAA' };
  const ctx = createContext(place.t.ports, nobody(), calling.arrived);
  const { id = '', connectorId = '' } = await workingConnection(place);
  const capability = await Capability.inWorkspace(ctx)
    .findOne({ connectorId, key: 'whoAmI' })
    .throwIfNotFound();
  const connection = await findConnection(ctx, id);
  return {
    selection: mintSelection(ctx, capability, { connectionId: connection.id, rows: usualBounds.rows })
      .selection,
  };
}

/** Returns the parameters that a browser brings back to the caller. */
export async function returnOf(place: Place, calling?: Calling): Promise<Ids> {
  const bogus = { state: 'of nobody', code: 'a code' };
  if (!calling || calling.arrived instanceof Refusal || calling.arrived.kind !== 'PERSON') return bogus;
  const secret = { kind: 'OAUTH2_CLIENT', secret: place.openId.client };
  const connections = connectionsOf(place.t, place);
  const document = openIdDocument(place.openId);
  const { id } = await connections.made({ document }, { secret, scopes: ['openid'] });
  const ctx = createContext(place.t.ports, nobody(), calling.arrived);
  const begun = await authorizeConnection(ctx, { id });
  return Object.fromEntries(await place.openId.visit(new URL(begun.secret ?? '')));
}

export async function disabledConnection(place: Place): Promise<Ids> {
  const ids = await newConnection(place);
  await send(place, 'POST', `/api/console/connect/connections/${ids['id']}/disable`);
  return ids;
}

export async function connectionToAuthorize(place: Place): Promise<Ids> {
  const { id: projectId = '' } = await project(place);
  const secret = { clientId: 'an id', clientSecret: 'a secret' };
  const client = { projectId, provider: 'shop', kind: 'OAUTH2_CLIENT', secret };
  const { id: credentialReferenceId = '' } = await send(place, 'POST', references, client);
  return await connectionWith(place, { projectId, credentialReferenceId });
}

export async function projectToConnect(place: Place): Promise<Ids> {
  const { connectorId = '' } = await describedConnector(place);
  return { ...(await project(place)), connectorId };
}

export async function project(place: Place): Promise<Ids> {
  const { id = '' } = await send(place, 'POST', '/api/console/projects', { name: `Project ${nextNumber()}` });
  return { id };
}
