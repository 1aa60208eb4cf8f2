import { Capability } from '../../db/models/capability.ts';
import { Refusal } from '../../schema/values/errors.ts';
import { agentOf, agentToken } from '../support/agents.ts';
import { consentOf } from '../support/consents.ts';
import { nextNumber, send, type Calling, type Ids, type Place } from './matrix.place.ts';
import { workingConnection } from './matrix.providers.ts';

const servers = '/api/console/mcp/servers';

/** One for each workspace and tool, because a connection needs an import. */
const tools = new Map<string, Promise<Ids>>();

type Key = 'whoAmI' | 'createOrder';

async function toolOf(place: Place, key: Key = 'whoAmI'): Promise<Ids> {
  const name = `${place.workspaceId} ${key}`;
  const known = tools.get(name) ?? makeTool(place, key);
  tools.set(name, known);
  return await known;
}

async function makeTool(place: Place, key: Key): Promise<Ids> {
  const { id: connectionId = '', connectorId = '', projectId = '' } = await workingConnection(place);
  const { id: capabilityId } = await Capability.query(place.t.ports.database.knex)
    .findOne({ connectorId, key })
    .throwIfNotFound();
  return { projectId, connectionId, capabilityId };
}

export async function projectWithTool(place: Place): Promise<Ids> {
  const { projectId = '', ...tool } = await toolOf(place);
  return { id: projectId, ...tool };
}

/** Creates a draft that offers a tool. */
export async function mcpServer(place: Place): Promise<Ids> {
  return await draftOf(place, 'whoAmI');
}

async function draftOf(place: Place, key: Key): Promise<Ids> {
  const { projectId, ...tool } = await toolOf(place, key);
  const body = { projectId, name: `Server ${nextNumber()}`, tools: [tool] };
  const { id = '' } = await send(place, 'POST', servers, body);
  return { id, ...tool };
}

const reviewParts = 'openVersion { approvalRequest { id subjectDigest } }';

/** Creates a server whose version another person has approved. */
export async function approvedMcpServer(place: Place): Promise<Ids> {
  return await approvedOf(place, 'whoAmI');
}

async function approvedOf(place: Place, key: Key): Promise<Ids> {
  const ids = await draftOf(place, key);
  const { t, owner, colleague, workspaceId: workspace } = place;
  const submitted = await t.graphql(
    `mutation ($id: ID!) { submitMcpServer(input: { id: $id }) { mcpServer { ${reviewParts} } } }`,
    { id: ids['id'] },
    { as: owner, workspace },
  );
  const { id: approvalRequestId, subjectDigest } =
    submitted.body.data.submitMcpServer.mcpServer.openVersion.approvalRequest;
  const { body } = await t.graphql(
    'mutation ($input: ApproveRequestInput!) { approveRequest(input: $input) { approvalRequest { status } } }',
    { input: { approvalRequestId, subjectDigest } },
    { as: colleague, workspace },
  );
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  return ids;
}

export async function publishedMcpServer(place: Place): Promise<Ids> {
  return await publishedOf(place, 'whoAmI');
}

async function publishedOf(place: Place, key: Key): Promise<Ids> {
  const ids = await approvedOf(place, key);
  await send(place, 'POST', `${servers}/${ids['id']}/publish`);
  return ids;
}

const credentials = '/api/console/mcp/credentials';
const grants = '/api/console/mcp/grants';

export async function mcpClient(place: Place): Promise<Ids> {
  const body = { name: 'Desk assistant', redirectUris: ['http://127.0.0.1/callback'] };
  const { id = '' } = await send(place, 'POST', '/api/console/mcp/clients', body);
  return { id };
}

export async function mcpCredential(place: Place): Promise<Ids> {
  const { id = '' } = await send(place, 'POST', credentials, { name: 'agent' });
  return { id };
}

/** Creates a consent of the caller, or else of the owner. */
export async function mcpConsent(place: Place, calling?: Calling): Promise<Ids> {
  const { t, owner, workspaceId } = place;
  const { body: credential } = await t.rest('POST', credentials, {
    as: owner,
    workspace: workspaceId,
    body: { name: 'agent' },
  });
  const arrived = calling?.arrived;
  const isPerson = arrived && !(arrived instanceof Refusal) && arrived.kind === 'PERSON';
  const personId = isPerson ? arrived.personId : owner.personId;
  const whose = { workspaceId, credentialId: credential.id, memberId: credential.holder.id, personId };
  return { id: await consentOf(t, whose) };
}

/** Creates a credential, and a tool that can be granted to it. */
export async function grantable(place: Place): Promise<Ids> {
  return await grantableOf(place, 'whoAmI');
}

async function grantableOf(place: Place, key: Key): Promise<Ids> {
  const { id: serverId, capabilityId = '', connectionId = '' } = await servedTool(place, key);
  const { body } = await place.t.rest('GET', `${servers}/${serverId}`, {
    as: place.owner,
    workspace: place.workspaceId,
  });
  const versionId = body.publishedVersion.id;
  return { ...(await mcpCredential(place)), versionId, capabilityId, connectionId };
}

export async function mcpGrant(place: Place): Promise<Ids> {
  const { id: credentialId, ...tool } = await grantable(place);
  const { id = '' } = await send(place, 'POST', grants, { credentialId, mode: 'read', ...tool });
  return { id };
}

/** One for each workspace and tool, because publishing takes several steps. */
const served = new Map<string, Promise<Ids>>();

async function servedTool(place: Place, key: Key): Promise<Ids> {
  const name = `${place.workspaceId} ${key}`;
  const known = served.get(name) ?? publishedOf(place, key);
  served.set(name, known);
  return await known;
}

/** Creates a tool call that an agent has requested. */
export async function mcpToolCall(place: Place): Promise<Ids> {
  const { id: credentialId = '', ...tool } = await grantableOf(place, 'createOrder');
  await send(place, 'POST', grants, { credentialId, mode: 'write', ...tool });
  const agent = agentOf(place.t, await agentToken(place.t, { credentialId }));
  const { capabilityId = '' } = tool;
  const { selection } = (await agent.describe(capabilityId)).body.selection;
  const { body } = await agent.request(capabilityId, {
    selection,
    arguments: { body: { id: nextNumber(), item: 'Lamp' } },
  });
  return { id: body.id };
}

/** Creates two published versions of a server, the first of them with a grant. */
export async function movableGrants(place: Place): Promise<Ids> {
  const { id: serverId = '', ...tool } = await publishedOf(place, 'whoAmI');
  const server = async () =>
    await place.t.rest('GET', `${servers}/${serverId}`, { as: place.owner, workspace: place.workspaceId });
  const read = async () => (await server()).body.publishedVersion.id as string;
  const etag = async () => String((await server()).headers['etag']);
  const fromVersionId = await read();
  const { id: credentialId = '' } = await mcpCredential(place);
  await send(place, 'POST', grants, { credentialId, versionId: fromVersionId, mode: 'read', ...tool });
  await send(place, 'POST', `${servers}/${serverId}/tools`, { tools: [tool] }, { 'if-match': await etag() });
  for (const verb of ['submit', 'publish']) await send(place, 'POST', `${servers}/${serverId}/${verb}`);
  return { fromVersionId, toVersionId: await read() };
}
