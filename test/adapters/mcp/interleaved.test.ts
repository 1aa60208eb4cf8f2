import { describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.ts';
import { isSoak } from '../../support/count.ts';
import { httpHost } from '../../support/listeners.ts';
import { listening, officialClients } from '../../support/mcp-clients.ts';
import { mcpServersOf } from '../../support/mcp-review.ts';
import { agentToken } from '../../support/agents.ts';
import { cast } from '../../support/people.ts';
import { seed, random } from '../../support/seed.ts';
import type { Provider } from '../../support/provider.ts';

const clientCount = 64;
const timeoutMs = isSoak ? 3_600_000 : 120_000;
const callsEach = Math.ceil((isSoak ? 10_000 : 100) / clientCount);
const next = random(seed());

/** A provider that waits and then returns the nonce that it received. */
async function echo(): Promise<Provider> {
  const { origin } = await httpHost((request, answer) => {
    const nonce = new URL(request.url ?? '', 'http://echo').searchParams.get('nonce');
    setTimeout(
      () => answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ nonce })),
      Math.floor(next() * 20),
    );
  });
  const nonce = { name: 'nonce', in: 'query', required: true, schema: { type: 'string' } };
  const answered = { type: 'object', properties: { nonce: { type: 'string' } } };
  const document = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Echo', version: '1' },
    servers: [{ url: origin }],
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    security: [{ token: [] }],
    paths: {
      '/echo': {
        get: {
          operationId: 'echo',
          summary: 'Say it again',
          parameters: [nonce],
          responses: { '200': { description: 'It.', content: { 'application/json': { schema: answered } } } },
        },
      },
    },
  });
  return { origin, document } as Provider;
}

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const place = await cast(t);
const servers = await mcpServersOf(t, place, await echo());
const serverId = await servers.published(['echo'], await place.as('APPROVER'));
const { capabilityId } = await servers.tool('echo');
const url = await listening(t);

/** Grants the echo to a new credential, and returns an access token for it. */
async function granted(): Promise<string> {
  const credential = await servers.credential();
  const grant = await servers.grant(await servers.grantInput(serverId, credential.body.id, 'echo'));
  if (credential.status !== 201 || grant.status !== 201)
    throw new Error(JSON.stringify([credential.body, grant.body]));
  return await agentToken(t, { credentialId: credential.body.id });
}

/** Connects a client; the returned function sends a nonce and returns the answer. */
async function echoing(token: string, index: number): Promise<(nonce: string) => Promise<unknown>> {
  const { connect } = officialClients[index % officialClients.length] ?? officialClients[0];
  const client = await connect(url, token);
  const described = await client.call('describe_capability', { id: capabilityId });
  const { selection } = described.structuredContent.selection;
  return async (nonce) => {
    const answer = await client.call('read_capability', { selection, arguments: { nonce } });
    return answer.structuredContent?.data?.nonce ?? answer;
  };
}

describe('64 official clients of both eras at the same time', () => {
  it(
    'each receive the answers to their own requests',
    async () => {
      const tokens: string[] = [];
      while (tokens.length < clientCount) tokens.push(await granted());
      const clients = await Promise.all(tokens.map(echoing));
      const said = await Promise.all(
        clients.map(async (say, index) => {
          const crossed: unknown[] = [];
          for (let call = 0; call < callsEach; call += 1) {
            const nonce = `${index}-${call}-${next().toString(36)}`;
            const heard = await say(nonce);
            if (heard !== nonce) crossed.push([nonce, heard]);
          }
          return crossed;
        }),
      );

      expect(said.flat()).toEqual([]);
    },
    timeoutMs,
  );
});
