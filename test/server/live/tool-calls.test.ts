import { isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { executeApproved } from '../../../schema/approvals/approval/execute.ts';
import { schema } from '../../../schema/index.ts';
import { agentOf, agentToken } from '../../support/agents.ts';
import { testApp } from '../../support/app.ts';
import { liveTo } from '../../support/live.ts';
import { mcpServersOf } from '../../support/mcp-review.ts';
import { partsOf } from '../../support/parts.ts';
import { cast } from '../../support/people.ts';
import { provider } from '../../support/provider.ts';
import { toolCallsOf } from '../../support/tool-calls.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
await t.app.listen({ port: 0, host: '127.0.0.1' });
const here = liveTo(t);
const place = await cast(t);
const approver = await place.as('APPROVER');
const servers = await mcpServersOf(t, place, await provider());
const serverId = await servers.published(['createOrder'], approver);
const { capabilityId } = await servers.tool('createOrder');

const query = `subscription ($after: String, $toolCallId: ID) {
  toolCallChanged(after: $after, toolCallId: $toolCallId) {
    type toolCall { id arguments failureCode approvalRequest { status } }
  }
}`;

const cursor = async (): Promise<string> =>
  (await t.graphql('{ eventCursor }', {}, { as: place.owner, workspace: place.workspaceId })).body.data
    .eventCursor;

async function agent() {
  const credentialId = (await servers.credential()).body.id as string;
  await servers.grant(await servers.grantInput(serverId, credentialId, 'createOrder'));
  const rest = agentOf(t, await agentToken(t, { credentialId }));
  const { selection } = (await rest.describe(capabilityId)).body.selection;
  const ask = async (id: number): Promise<string> => {
    const asked = await rest.request(capabilityId, { selection, arguments: { body: { id, item: 'Lamp' } } });
    expect(asked.body).toMatchObject({ status: 'PENDING' });
    return asked.body.id;
  };
  return { ask };
}

describe('toolCallChanged', () => {
  it('shows a call on an open dashboard when it is requested, approved and executed', async () => {
    const { ask } = await agent();
    const { follow } = await here.watch(approver, place.workspaceId);
    const told = follow(query, { after: await cursor() });
    const id = await ask(1);
    await told.after(2);
    await toolCallsOf(t, place.workspaceId).approve(id, approver);
    await executeApproved(t.ports);
    const messages = await told.after(6);

    expect(messages.map(({ data }) => data?.['toolCallChanged']?.['type'])).toEqual([
      'approval.requested',
      'mcp_tool_call.requested',
      'approval.approved',
      'approval.executing',
      'approval.executed',
      'mcp_tool_call.executed',
    ]);
    expect(messages.at(-1)?.data).toMatchObject({
      toolCallChanged: {
        toolCall: {
          id,
          arguments: { body: { id: 1, item: 'Lamp' } },
          failureCode: null,
          approvalRequest: { status: 'EXECUTED' },
        },
      },
    });
  });

  it('sends every field, to every role that may subscribe', async () => {
    const after = await cursor();
    await (await agent()).ask(4);
    const type = schema.getType('McpToolCall');
    if (!isObjectType(type)) throw new Error('There is no such type.');
    const fields = Object.values(type.getFields());

    for (const role of ['ADMIN', 'ANALYST'] as const) {
      const { follow } = await here.watch(await place.as(role), place.workspaceId);
      for (const { name, type: part } of fields) {
        const told = `toolCallChanged(after: $after) { toolCall { ${name} ${partsOf(part, 1)} } }`;
        const [message] = await follow(`subscription ($after: String) { ${told} }`, { after }).after(1);
        expect(message).not.toHaveProperty('errors');
      }
    }
    expect(fields.length).toBeGreaterThan(15);
  });

  it('hides the arguments from a member who may not approve, and can be limited to one call', async () => {
    const { ask } = await agent();
    const first = await ask(2);
    const { follow } = await here.watch(await place.as('DEVELOPER'), place.workspaceId);
    const after = await cursor();
    const [all, one] = [follow(query, { after }), follow(query, { after, toolCallId: first })];
    await ask(3);
    await all.after(2);
    expect(await toolCallsOf(t, place.workspaceId).reject(first, approver)).toMatchObject({ status: 200 });
    const [everything, only] = [await all.after(4), await one.after(2)];

    for (const { data } of everything)
      expect(data?.['toolCallChanged']).toMatchObject({ toolCall: { arguments: null } });
    for (const { data } of only) expect(data?.['toolCallChanged']).toMatchObject({ toolCall: { id: first } });
  });
});
