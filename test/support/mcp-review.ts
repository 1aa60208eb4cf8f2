import type { Answer, TestApp } from './app.ts';
import { connectionsOf } from './connections.ts';
import type { CastMember, Somebody } from './people.ts';
import type { Provider } from './provider.ts';

const base = '/api/console/mcp/servers';
let made = 0;

interface Place {
  owner: Somebody;
  workspaceId: string;
}

interface Offering {
  connections: ReturnType<typeof connectionsOf>;
  connectionId: string;
  connectorId: string;
  projectId: string;
}

/** The MCP server operations of people in a workspace, over a new connection to the provider. */
export async function mcpServersOf(t: TestApp, place: Place, shop: Provider) {
  const connections = connectionsOf(t, place);
  const { id: connectionId, projectId, connectorId } = await connections.made(shop);
  return mcpReviewOf(t, place, { connections, connectionId, connectorId, projectId });
}

/** The same operations over an existing connection. */
export function mcpReviewOf(
  t: TestApp,
  { owner, workspaceId }: Place,
  { connections, connectionId, connectorId, projectId }: Offering,
) {
  const send = async (
    method: 'GET' | 'PATCH' | 'POST',
    path = '',
    body?: object,
    as: Somebody = owner,
  ): Promise<Answer> => {
    const session = { as, workspace: workspaceId };
    const server = /^\/[^/]+(?=(?:\/tools)?$)/.exec(path)?.[0];
    // Sends the ETag, like a client that has just read the server.
    const read =
      method !== 'GET' && server && (await t.rest('GET', base + server, { ...session, as: owner }));
    const headers = read && read.status === 200 && { 'if-match': `"v${read.body.rowVersion}"` };
    return await t.rest(method, base + path, { ...session, body, ...(headers && { headers }) });
  };
  const tool = async (key: string) => ({
    capabilityId: await connections.capability(connectorId, key),
    connectionId,
  });
  return {
    connections,
    connectionId,
    connectorId,
    projectId,
    send,
    tool,
    create: async (keys: string[], as?: Somebody) =>
      await send(
        'POST',
        '',
        { projectId, name: `Server ${(made += 1)}`, tools: await Promise.all(keys.map(tool)) },
        as,
      ),
    read: async (id: string) => (await send('GET', `/${id}`)).body,
    act: async (id: string, verb: string, body?: object, as?: Somebody) =>
      await send('POST', `/${id}/${verb}`, body, as),
    setTools: async (id: string, keys: string[], as?: Somebody) =>
      await send('POST', `/${id}/tools`, { tools: await Promise.all(keys.map(tool)) }, as),
    /** Decides the version's pending review as another person. */
    decide: async (
      id: string,
      verb: 'approveRequest' | 'rejectRequest' | 'requestChanges',
      by: CastMember,
    ) => {
      const as = { as: by, workspace: workspaceId };
      const asked = await t.graphql(
        'query ($id: ID!) { mcpServer(id: $id) { openVersion { approvalRequest { id subjectDigest } } } }',
        { id },
        as,
      );
      const { id: approvalRequestId, subjectDigest } = asked.body.data.mcpServer.openVersion.approvalRequest;
      const type = `${verb.charAt(0).toUpperCase()}${verb.slice(1)}Input`;
      return await t.graphql(
        `mutation ($input: ${type}!) { ${verb}(input: $input) { approvalRequest { status } } }`,
        { input: { approvalRequestId, subjectDigest, comment: 'Looked at each of its tools.' } },
        as,
      );
    },
    credential: async (body: object = {}, as: Somebody = owner) =>
      await t.rest('POST', '/api/console/mcp/credentials', {
        as,
        workspace: workspaceId,
        body: { name: 'agent', ...body },
      }),
    /** Returns the input that grants a tool of a server’s published version. */
    async grantInput(serverId: string, credentialId: string, key: string) {
      const { publishedVersion } = await this.read(serverId);
      const mode = publishedVersion.tools.find(
        ({ capability }: { capability: { key: string } }) => capability.key === key,
      ).mode;
      return { credentialId, versionId: publishedVersion.id as string, ...(await tool(key)), mode };
    },
    grant: async (body: object, as: Somebody = owner) =>
      await t.rest('POST', '/api/console/mcp/grants', { as, workspace: workspaceId, body }),
    /** Creates a server with a published version. */
    async published(keys: string[], reviewer: CastMember): Promise<string> {
      const { body } = await this.create(keys);
      await this.act(body.id, 'submit');
      await this.decide(body.id, 'approveRequest', reviewer);
      const answer = await this.act(body.id, 'publish');
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return body.id as string;
    },
  };
}
