import { Capability } from '../../db/models/capability.ts';
import { nextNumber, send, type Ids, type Place } from './matrix.place.ts';
import { workingConnection } from './matrix.providers.ts';

const servers = '/api/console/mcp/servers';

/** One for each workspace, since a connection takes an import. */
const tools = new Map<string, Promise<Ids>>();

async function toolOf(place: Place): Promise<Ids> {
  const known = tools.get(place.workspaceId) ?? makeTool(place);
  tools.set(place.workspaceId, known);
  return await known;
}

async function makeTool(place: Place): Promise<Ids> {
  const { id: connectionId = '', connectorId = '', projectId = '' } = await workingConnection(place);
  const { id: capabilityId } = await Capability.query(place.t.ports.database.knex)
    .findOne({ connectorId, key: 'whoAmI' })
    .throwIfNotFound();
  return { projectId, connectionId, capabilityId };
}

export async function projectWithTool(place: Place): Promise<Ids> {
  const { projectId = '', ...tool } = await toolOf(place);
  return { id: projectId, ...tool };
}

/** A draft that offers a tool. */
export async function mcpServer(place: Place): Promise<Ids> {
  const { projectId, ...tool } = await toolOf(place);
  const body = { projectId, name: `Server ${nextNumber()}`, tools: [tool] };
  const { id = '' } = await send(place, 'POST', servers, body);
  return { id, ...tool };
}

const reviewParts = 'openVersion { approvalRequest { id subjectDigest } }';

/** One whose version somebody else has approved. */
export async function approvedMcpServer(place: Place): Promise<Ids> {
  const ids = await mcpServer(place);
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
  const ids = await approvedMcpServer(place);
  await send(place, 'POST', `${servers}/${ids['id']}/publish`);
  return ids;
}

const credentials = '/api/console/mcp/credentials';
const grants = '/api/console/mcp/grants';

export async function mcpCredential(place: Place): Promise<Ids> {
  const { id = '' } = await send(place, 'POST', credentials, { name: 'agent' });
  return { id };
}

/** A credential, and a tool that can be granted to it. */
export async function grantable(place: Place): Promise<Ids> {
  const { id: serverId, capabilityId = '', connectionId = '' } = await servedTool(place);
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

/** One for each workspace, since publishing takes three people’s steps. */
const served = new Map<string, Promise<Ids>>();

async function servedTool(place: Place): Promise<Ids> {
  const known = served.get(place.workspaceId) ?? publishedMcpServer(place);
  served.set(place.workspaceId, known);
  return await known;
}
