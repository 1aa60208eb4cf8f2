import { describe, expect, it } from 'vitest';
import { agentOf } from '../../support/agents.ts';
import { exactly, testApp } from '../../support/app.ts';
import { grantedWorld } from '../../support/granted.ts';
import { mcpOf } from '../../support/mcp.ts';

const settings = { EGRESS_ALLOWED_HOSTS: '127.0.0.1', LIMIT_MCP_PER_CREDENTIAL_PER_MINUTE: '60' };
const t = await testApp(settings, exactly);
const { agent } = await grantedWorld(t);

describe('a call of a tool', () => {
  it('counts against the limit: 429 with Retry-After above it', async () => {
    const { token } = await agent();
    const { call } = mcpOf(t, token);
    const answers = [];
    for (let asked = 0; asked < 61; asked += 1) answers.push(await call('search_capabilities', {}));
    const last = answers.at(-1);

    expect(answers[0]?.status).toBe(200);
    expect(last).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await agentOf(t, token).search()).status).toBe(429);
  });
});
