import { expect, it } from 'vitest';
import { agentOf, agentToken } from '../../../support/agents.ts';
import { testApp } from '../../../support/app.ts';
import { approvalsOf } from '../../../support/approvals.ts';
import { countersOf } from '../../../support/counters.ts';
import { mcpServersOf } from '../../../support/mcp-review.ts';
import { cast, signInAgain, type Somebody } from '../../../support/people.ts';
import { provider } from '../../../support/provider.ts';
import { toolCallsOf } from '../../../support/tool-calls.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const place = await cast(t);
const { owner, workspaceId } = place;
const approver = await place.as('APPROVER');
const servers = await mcpServersOf(t, place, await provider());
const serverId = await servers.published(['createOrder'], approver);
const { capabilityId } = await servers.tool('createOrder');
const credentialId = (await servers.credential()).body.id as string;
await servers.grant(await servers.grantInput(serverId, credentialId, 'createOrder'));
const agent = agentOf(t, await agentToken(t, { credentialId }));
const toolCalls = toolCallsOf(t, workspaceId);

async function ask(item: string): Promise<string> {
  const { selection } = (await agent.describe(capabilityId)).body.selection;
  const { status, body } = await agent.request(capabilityId, {
    selection,
    arguments: { body: { id: 31, item } },
  });
  if (status !== 202) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body.id;
}

/** Returns the counter, and how many tool calls the list of requests shows as decidable. */
async function waiting(as: Somebody) {
  const query =
    '{ approvalRequests(first: 100, decidableByMe: true, kind: [MCP_TOOL_CALL]) { edges { node { id } } } }';
  const { body } = await t.graphql(query, {}, { as, workspace: workspaceId });
  const { toolCallsWaiting } = await countersOf(t, { as, workspaceId });
  return [toolCallsWaiting, body.data.approvalRequests.edges.length];
}

it('toolCallsWaiting counts the pending calls that the caller could approve, and no other request', async () => {
  const ids = [await ask('Lamp'), await ask('Desk')];
  const developer = await place.as('DEVELOPER');
  await approvalsOf(t, place).ask(developer);

  // The owner is accountable for the agent, and developers never approve.
  expect(await waiting(approver)).toEqual([2, 2]);
  expect(await waiting(owner)).toEqual([0, 0]);
  expect(await waiting(developer)).toEqual([0, 0]);

  await toolCalls.reject(String(ids[0]), approver);
  expect(await waiting(approver)).toEqual([1, 1]);

  // The job that ends requests has not run.
  t.clock.advance({ days: 1 });
  await signInAgain(t, approver);
  expect(await waiting(approver)).toEqual([0, 0]);
});
