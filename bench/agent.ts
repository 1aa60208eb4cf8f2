import { createClient, textAt } from '../scripts/client.ts';
import { tokenMailedTo } from '../scripts/mailbox.ts';
import type { Connected } from './connection.ts';
import type { Platform } from './platform.ts';

/** An agent with grants for all capabilities of a connection. */
export interface Agent {
  platform: Platform;
  connected: Connected;
  /** The credential's id and secret, encoded for HTTP Basic authentication. */
  basic: string;
}

/** The participants of an MCP contest. */
export interface McpStage {
  agents: Agent[];
  /** The provider's address. */
  origin: string;
  held: AsyncDisposableStack;
}

const reviewer = { name: 'Grace', email: 'grace@bench.example', workspaceName: 'Another' };

/**
 * Bundles the capabilities into an MCP server, has another person review it, and grants each tool to a new
 * credential.
 */
export async function lend(platform: Platform, connected: Connected): Promise<Agent> {
  const { process, token } = platform;
  const { projectId, connectionId, capabilityIds, workspaceId } = connected;
  const send = createClient();
  const post = async (path: string, body?: unknown, as = token) => {
    const url = `http://localhost:${process.port}/api${path}`;
    return (await send('POST', url, { body, as, workspace: workspaceId })).body;
  };
  const account = { ...reviewer, password: 'correct horse battery' };
  const { body: grace } = await send('POST', `http://localhost:${process.port}/api/auth/sign-up`, {
    body: account,
  });
  await post('/console/members', { personId: textAt(grace, 'person.id'), role: 'ADMIN' });
  // She is not in the workspace until then.
  await send(
    'POST',
    `http://localhost:${process.port}/api/developer-portal/workspaces/${workspaceId}/confirm`,
    {
      as: textAt(grace, 'accessToken'),
    },
  );
  // Only people with a proved address decide requests.
  const proof = await tokenMailedTo(process.dataDir, reviewer.email, 'tok_verify');
  await post('/auth/verify-email', { token: proof });

  const tools = capabilityIds.map((capabilityId) => ({ capabilityId, connectionId }));
  const server = textAt(await post('/console/mcp/servers', { projectId, name: 'Bench', tools }), 'id');
  const submitted = await post(`/console/mcp/servers/${server}/submit`);
  const asked = 'openVersion.approvalRequest';
  const decision = {
    subjectDigest: textAt(submitted, `${asked}.subjectDigest`),
    comment: 'I have read them.',
  };
  const path = `/console/approvals/${textAt(submitted, `${asked}.id`)}/approve`;
  await post(path, decision, textAt(grace, 'accessToken'));
  const published = await post(`/console/mcp/servers/${server}/publish`);

  const credential = await post('/console/mcp/credentials', { name: 'Bench' });
  const credentialId = textAt(credential, 'id');
  const versionId = textAt(published, 'publishedVersion.id');
  for (const tool of tools)
    textAt(await post('/console/mcp/grants', { credentialId, versionId, ...tool, mode: 'read' }), 'id');
  const basic = Buffer.from(`${credentialId}:${textAt(credential, 'secret')}`).toString('base64');
  return { platform, connected, basic };
}

/** Returns an access token, valid for ten minutes. */
export async function tokenOf({ platform: { process }, basic }: Agent): Promise<string> {
  const response = await fetch(`http://localhost:${process.port}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return textAt(await response.json(), 'access_token');
}

/** Returns a platform's answer to a request with this token. */
export async function askAs(
  token: string,
  { process }: Platform,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  return (await createClient()(method, `http://localhost:${process.port}${path}`, { as: token, body })).body;
}
