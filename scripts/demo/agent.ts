import {
  Client,
  ClientCredentialsProvider,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { itemsOf, textAt } from '../client.ts';
import type { Connected, Desk } from './connection.ts';
import { say, sayLive, sayTool, type TakeStep } from './transcript.ts';
import { watch } from '../watch.ts';

export interface AgentDesk extends Desk {
  workspace: string;
  /** The access token of the second person. */
  another: string;
}

const servers = '/api/console/mcp/servers';
const subscription = `subscription ($after: String) {
  toolCallChanged(after: $after) { type toolCall { id purpose arguments approvalRequest { status } } } }`;

/** Lends a connection to an agent with narrow grants; a different person approves its writes. */
export async function lendToAgent(step: TakeStep, desk: AgentDesk, connected: Connected): Promise<void> {
  const credential = await grantTools(step, desk, connected);
  await using agent = await connect(desk, credential);
  const { call } = agent;
  say(
    '\nNow the agent itself: an official MCP client. The agent knows the address and its credential. It finds the ' +
      'token endpoint in the metadata.',
  );
  const found = await call('It searches.', 'search_capabilities', {
    query: 'list boks',
    mode: 'read',
    limit: 5,
  });
  const [books] = itemsOf(found);
  const described = await call(
    'The agent reads the description, and gets a selection.',
    'describe_capability',
    {
      id: textAt(books, 'id'),
      limit: 2,
    },
  );
  await call('It reads with this selection.', 'read_capability', {
    selection: textAt(described, 'selection.selection'),
    arguments: { inStock: true },
  });

  const orders = await call('The agent searches for a tool that writes.', 'search_capabilities', {
    query: 'order',
    mode: 'write',
  });
  const [order] = itemsOf(orders);
  const meant = await call('The agent reads its description.', 'describe_capability', {
    id: textAt(order, 'id'),
  });
  await approveOrder(step, desk, call, textAt(meant, 'selection.selection'));
}

async function grantTools(step: TakeStep, desk: AgentDesk, connected: Connected) {
  const { as, another, workspace } = desk;
  const { projectId, connectionId, capabilities } = connected;
  const tools = capabilities.map((capabilityId) => ({ capabilityId, connectionId }));
  const server = await step(
    'Ada creates an MCP server with two tools: one reads the books, one orders them.',
    `POST ${servers}`,
    {
      as,
      body: { projectId, name: 'Book shop for agents', tools },
      expect: 201,
      show: ['id', 'name', 'status'],
    },
  );
  const serverId = textAt(server, 'id');
  const submitted = await step(
    'Another person reviews it before any agent sees it.',
    `POST ${servers}/${serverId}/submit`,
    {
      as,
      expect: 200,
      show: ['id', 'name', 'openVersion.status', 'openVersion.approvalRequest'],
      note: 'The review covers the exact descriptions of both tools and the account that they use.',
    },
  );
  const request = textAt(submitted, 'openVersion.approvalRequest.id');
  const subjectDigest = textAt(submitted, 'openVersion.approvalRequest.subjectDigest');
  await step('Grace approves it.', `POST /api/console/approvals/${request}/approve`, {
    as: another,
    workspace,
    body: { subjectDigest, comment: 'I have read both.' },
    expect: 200,
    show: ['kind', 'status', 'summary'],
  });
  const published = await step('Ada publishes it.', `POST ${servers}/${serverId}/publish`, {
    as,
    expect: 200,
    show: ['id', 'name', 'publishedVersion.id', 'publishedVersion.number', 'publishedVersion.status'],
    note: 'Grants are of one version, so they name its id. Should the shop describe either tool in another way some day, it is in quarantine with that import.',
  });
  const versionId = textAt(published, 'publishedVersion.id');
  const credential = await step(
    'Ada creates a credential for the agent.',
    'POST /api/console/mcp/credentials',
    {
      as,
      body: { name: 'Book buyer' },
      expect: 201,
      show: ['id', 'name', 'holder', 'status', 'expiresOn', 'secret'],
      note: 'The credential alone gives no access. Ada grants each tool separately.',
    },
  );
  const credentialId = textAt(credential, 'id');
  for (const [index, tool] of tools.entries())
    await step(
      index === 0 ? 'The agent may read the books.' : 'It may also request orders of at most five copies.',
      'POST /api/console/mcp/grants',
      {
        as,
        body: {
          credentialId,
          versionId,
          ...tool,
          ...(index === 0
            ? { mode: 'read' }
            : { mode: 'write', argumentLimits: [{ pointer: '/body/copies', maximum: 5 }] }),
        },
        expect: 201,
        show: ['id', 'mode', 'argumentLimits', 'expiresOn', 'status'],
      },
    );
  return { clientId: credentialId, clientSecret: textAt(credential, 'secret') };
}

type CallTool = (why: string, name: string, args: Record<string, unknown>) => Promise<unknown>;

async function connect({ baseUrl }: Desk, credential: { clientId: string; clientSecret: string }) {
  const client = new Client({ name: 'demo', version: '1' });
  const authProvider = new ClientCredentialsProvider({ ...credential, expectedIssuer: `${baseUrl}/oauth` });
  const transport = new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), { authProvider });
  await client.connect(transport);
  const call: CallTool = async (why, name, args) => {
    const { structuredContent, content, isError } = await client.callTool({ name, arguments: args });
    sayTool({ why, name, args, isError: isError === true, answer: structuredContent ?? textIn(content) });
    return structuredContent;
  };
  return { call, [Symbol.asyncDispose]: async () => await client.close() };
}

async function approveOrder(
  step: TakeStep,
  desk: AgentDesk,
  call: CallTool,
  selection: string,
): Promise<void> {
  const { baseUrl, as, another, workspace } = desk;
  const byGrace = { as: another, workspace };
  const ask = async (why: string, copies: number) =>
    await call(why, 'request_capability', {
      selection,
      arguments: { body: { bookId: 2, copies } },
      purpose: 'Two of them are on the reading list.',
    });
  await ask('The agent requests more than its grant allows, and the server refuses it.', 500);
  const position = await step('Grace watches the requests of agents.', 'POST /graphql', {
    ...byGrace,
    body: { query: '{ eventCursor }' },
    expect: 200,
  });
  await using dashboard = watch(baseUrl, byGrace, subscription, {
    after: textAt(position, 'data.eventCursor'),
  });
  const asked = await ask('The agent requests two. The server orders nothing yet.', 2);
  const id = textAt(asked, 'id');
  sayLive('Grace sees the exact request, and its purpose:', await dashboard.next());

  const toolCall = await step('Grace can also query it.', `GET /api/console/mcp/tool-calls/${id}`, {
    ...byGrace,
    expect: 200,
    show: ['id', 'capability', 'connection', 'arguments', 'purpose', 'approvalRequest'],
  });
  const approve = `POST /api/console/approvals/${textAt(toolCall, 'approvalRequest.id')}/approve`;
  const body = { subjectDigest: textAt(toolCall, 'approvalRequest.subjectDigest'), comment: 'Go ahead.' };
  await step('Ada has seen the agent’s secret, so she cannot approve it.', approve, {
    as,
    body,
    expect: [403, 'self_approval_forbidden'],
  });
  await step('Grace can.', approve, { ...byGrace, body, expect: 200, show: ['kind', 'status', 'summary'] });
  await untilItEnds(dashboard);
  await call('The agent queries its request, and gets the order.', 'get_tool_call', { id });
}

function textIn(content: { type: string; text?: string }[]): string {
  return content.map(({ text = '' }) => text).join('\n');
}

const ends = new Set(['approval.executed', 'approval.execution_failed', 'approval.outcome_unknown']);

async function untilItEnds(dashboard: { next: () => Promise<unknown> }): Promise<void> {
  while (!ends.has(textAt(await dashboard.next(), 'toolCallChanged.type')));
}
