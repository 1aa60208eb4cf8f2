import { describe, expect, it } from 'vitest';
import { agentOf, agentToken } from '../../../support/agents.ts';
import { testApp } from '../../../support/app.ts';
import { mcpOf } from '../../../support/mcp.ts';
import { mcpServersOf } from '../../../support/mcp-review.ts';
import { cast } from '../../../support/people.ts';
import { provider } from '../../../support/provider.ts';
import { publicApi } from '../../../support/public-apis.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const place = await cast(t);
const approver = await place.as('APPROVER');
const shop = await provider();
// Figma's answer to this operation takes 95 KB to describe.
const { document } = publicApi('@figma/rest-api-spec/openapi/openapi.yaml');
const one = '/v1/files/{file_key}';
const figma = { ...shop, document: JSON.stringify({ ...document, paths: { [one]: document.paths[one] } }) };
const servers = await mcpServersOf(t, place, figma);
const serverId = await servers.published(['getFile'], approver);
const credentialId = (await servers.credential()).body.id as string;
await servers.grant(await servers.grantInput(serverId, credentialId, 'getFile'));
const token = await agentToken(t, { credentialId });
const agent = agentOf(t, token);
const { capabilityId } = await servers.tool('getFile');
const described = async (output?: string) =>
  await agent.describe(capabilityId, output === undefined ? '' : `?output=${encodeURIComponent(output)}`);
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe('the description of a capability for an agent', () => {
  it('has at most 16 KiB, with all arguments, and the answer as deep as fits', async () => {
    const [short, full] = [(await described()).body, (await described('full')).body];

    expect([bytesOf(short) <= 16_384, bytesOf(full) > 90_000]).toEqual([true, true]);
    expect([short.isOutputWhole, full.isOutputWhole]).toEqual([false, true]);
    expect(short.inputSchema).toEqual(full.inputSchema);
    expect(Object.keys(short.outputSchema.properties)).toEqual(Object.keys(full.outputSchema.properties));
    expect((await described('summary')).body.outputSchema).toEqual(short.outputSchema);
  });

  it('continues at a pointer to an omitted part', async () => {
    const { status, body } = await described('/document/children');

    expect([status, bytesOf(body) <= 16_384]).toEqual([200, true]);
    expect(JSON.stringify(body.outputSchema)).toContain('CANVAS');
  });

  it.each(['/nothing/there', 'everything', 'a/b'])('422 at /output: %s', async (output) => {
    expect(await described(output)).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/output' }] },
    });
  });

  it('is the same over MCP', async () => {
    const { body } = await described('/document/id');
    const spoken = await mcpOf(t, token).modern('tools/call', {
      name: 'describe_capability',
      arguments: { id: capabilityId, output: '/document/id' },
    });

    expect(spoken.body.result.structuredContent.outputSchema).toEqual(body.outputSchema);
  });
});
