import { describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.ts';
import { grantedWorld } from '../../support/granted.ts';
import { mcpOf } from '../../support/mcp.ts';

const allowed = { EGRESS_ALLOWED_HOSTS: '127.0.0.1' };
const local = await testApp(allowed);
const remote = await testApp({
  ...allowed,
  BASE_URL: 'https://platform.example.com',
  TRUST_PROXY: '127.0.0.1',
});
const atHome = await grantedWorld(local);
const away = await grantedWorld(remote);
const { modern: here } = mcpOf(local, (await atHome.agent()).token);
const { modern: there } = mcpOf(remote, (await away.agent()).token);
const refused = { status: 403, body: { code: 'origin_not_allowed' } };

describe('spec §4: /mcp on loopback', () => {
  it.each([
    { host: 'localhost:4000' },
    { host: '127.0.0.1:5173' },
    { host: '[::1]:4000' },
    { host: 'localhost', origin: 'http://localhost:5173' },
    { host: 'localhost:4000', origin: 'http://[::1]:4000' },
  ])('200: %o', async (headers) => {
    expect((await here('tools/list', {}, headers)).status).toBe(200);
  });

  it.each([
    { host: 'evil.example.com' },
    { host: 'localhost.evil.example.com' },
    { host: 'localhost@evil.example.com' },
    { host: 'localhost:4000', origin: 'http://evil.example.com' },
    { host: 'localhost:4000', origin: 'null' },
    { host: 'localhost:4000', origin: '' },
  ])('403, before the token is checked: %o', async (headers) => {
    expect(await mcpOf(local, null).modern('tools/list', {}, headers)).toMatchObject(refused);
    expect(await here('tools/list', {}, headers)).toMatchObject(refused);
    expect(await mcpOf(local, null).end(headers)).toMatchObject(refused);
  });
});

describe('spec §4: /mcp on the internet', () => {
  const host = 'platform.example.com';

  it.each([
    { host },
    { host: 'Platform.Example.COM' },
    { host: 'platform.example.com:443' },
    { host, origin: 'https://platform.example.com' },
    { host: '10.0.0.7:4000', 'x-forwarded-host': host },
  ])('200: %o', async (headers) => {
    expect((await there('tools/list', {}, headers)).status).toBe(200);
  });

  it.each([
    { host: 'localhost:4000' },
    { host: 'platform.example.com:4000' },
    { host: 'sub.platform.example.com' },
    { host, 'x-forwarded-host': 'evil.example.com' },
    { host, origin: 'http://platform.example.com' },
    { host, origin: 'https://platform.example.com:8443' },
    { host, origin: 'https://evil.example.com' },
    { host, origin: 'null' },
  ])('403: %o', async (headers) => {
    expect(await there('tools/list', {}, headers)).toMatchObject(refused);
  });
});
