import { expect, it, vi } from 'vitest';
import type { ReviewedTool } from '../../../schema/kernel/ports/remote-tools.ts';
import { createRemoteTools } from '../../../adapters/mcp-client/remote-tools.ts';
import { TestClock } from '../../support/clock.ts';
import { events, hostileServer, json, result } from '../../support/hostile-mcp.ts';
import { mcpServer } from '../../support/mcp-servers.ts';
import { calling, egress, headers } from '../../support/remote-tools.ts';

const tool = { name: 'a', inputSchema: { type: 'object' } };
const said = { content: [{ type: 'text', text: 'done' }] };

/** Returns a review that accepts every tool, and records the tools that it checked. */
function judging(key = 'as reviewed') {
  const judged: unknown[] = [];
  const reviewed: ReviewedTool = {
    key,
    mayBeKept: true,
    assertSame: async (listed) => await Promise.resolve(void judged.push(listed)),
  };
  return { judged, reviewed };
}

const timesIn = (came: readonly string[]) => came.filter((method) => method === 'tools/list').length;

it('a cached list of tools is read again after the server announces a change beside an answer', async () => {
  const notice = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
  let saysSo = false;
  const { url, came } = await hostileServer('2026-07-28', {
    'tools/list': result({ tools: [tool], ttlMs: 600_000 }),
    'tools/call': ({ id }, response) => {
      const answer = { jsonrpc: '2.0', id, result: { resultType: 'complete', ...said } };
      const before = saysSo ? `data: ${notice}\n\n` : '';
      events(response, `${before}data: ${JSON.stringify(answer)}\n\n`).end();
    },
  });
  const remoteTools = createRemoteTools(egress, new TestClock());
  const { reviewed } = judging();
  const call = async () => await remoteTools.call({ url, headers }, calling('a', { reviewed }));
  await call();
  await call();
  const kept = timesIn(came);
  saysSo = true;
  await call();
  saysSo = false;
  const whileItSaysSo = timesIn(came);
  await call();

  expect([kept, whileItSaysSo, timesIn(came)]).toEqual([1, 1, 2]);
});

it('a list is not cached if the server announces a change meanwhile, even to another credential', async () => {
  const notice = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
  const waiting: (() => void)[] = [];
  const { url, came } = await hostileServer('2026-07-28', {
    'tools/list': ({ id, params }, response) => {
      const page = params['cursor'] === undefined ? { nextCursor: 'two' } : {};
      const list = { resultType: 'complete', ttlMs: 600_000, cacheScope: 'private', tools: [tool], ...page };
      waiting.push(() => json(response, JSON.stringify({ jsonrpc: '2.0', id, result: list })));
      if (params['cursor'] === undefined) waiting.shift()?.();
    },
    'tools/call': ({ id }, response) => {
      const answer = { jsonrpc: '2.0', id, result: { resultType: 'complete', ...said } };
      events(response, `data: ${notice}\n\ndata: ${JSON.stringify(answer)}\n\n`).end();
    },
  });
  const remoteTools = createRemoteTools(egress, new TestClock());
  const { reviewed } = judging();
  const slow = remoteTools.call({ url, headers }, calling('a', { reviewed }));
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  // The server announces the change to another credential while the second page is on its way.
  await remoteTools.call({ url, headers: { Authorization: 'other' } }, calling('a'));
  waiting.shift()?.();
  await slow;
  const before = timesIn(came);
  const again = remoteTools.call({ url, headers }, calling('a', { reviewed }));
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  waiting.shift()?.();
  await again;

  expect([before, timesIn(came)]).toEqual([2, 4]);
});

it('a call that must not use a cached list reads the list again, whatever the server allows', async () => {
  const { url, came } = await hostileServer('2026-07-28', {
    'tools/list': result({ tools: [tool], ttlMs: 600_000 }),
    'tools/call': result(said),
  });
  const remoteTools = createRemoteTools(egress, new TestClock());
  const { reviewed } = judging();
  const anew = { ...reviewed, mayBeKept: false };
  for (let times = 0; times < 2; times += 1)
    await remoteTools.call({ url, headers }, calling('a', { reviewed: anew }));

  expect(timesIn(came)).toBe(2);
});

it('a list is cached for an hour at most, whatever the server allows', async () => {
  const { url, came } = await hostileServer('2026-07-28', {
    'tools/list': result({ tools: [tool], ttlMs: 1e300 }),
    'tools/call': result(said),
  });
  const clock = new TestClock();
  const remoteTools = createRemoteTools(egress, clock);
  const { reviewed } = judging();
  const call = async () => await remoteTools.call({ url, headers }, calling('a', { reviewed }));
  await call();
  clock.advance({ minutes: 59 });
  await call();
  const within = timesIn(came);
  clock.advance({ minutes: 1 });
  await call();

  expect([within, timesIn(came)]).toEqual([1, 2]);
});

it.each([-1, '60000', null, Number.MAX_VALUE * -1])('a ttlMs of %j prevents caching', async (ttlMs) => {
  const { url, came } = await hostileServer('2026-07-28', {
    'tools/list': result({ tools: [tool], ttlMs }),
    'tools/call': result(said),
  });
  const remoteTools = createRemoteTools(egress, new TestClock());
  const { reviewed } = judging();
  for (let times = 0; times < 2; times += 1)
    await remoteTools.call({ url, headers }, calling('a', { reviewed }));

  expect(timesIn(came)).toBe(2);
});

it('the cached list of one credential does not serve another', async () => {
  const { url, came } = await hostileServer('2026-07-28', {
    'tools/list': result({ tools: [tool], ttlMs: 600_000 }),
    'tools/call': result(said),
  });
  const remoteTools = createRemoteTools(egress, new TestClock());
  const { reviewed } = judging();
  for (const name of ['one', 'other', 'one'])
    await remoteTools.call({ url, headers: { Authorization: name } }, calling('a', { reviewed }));

  expect(timesIn(came)).toBe(2);
});

it('long lists are cached for as many credentials as there is room for, and the oldest is evicted', async () => {
  const tools = Array.from({ length: 4_000 }, (_, index) => ({
    ...tool,
    name: index === 0 ? 'a' : `b${index}`,
  }));
  const { url, came } = await hostileServer('2026-07-28', {
    'tools/list': result({ tools, ttlMs: 600_000 }),
    'tools/call': result(said),
  });
  const remoteTools = createRemoteTools(egress, new TestClock());
  const { reviewed } = judging();
  const call = async (name: string) =>
    await remoteTools.call({ url, headers: { Authorization: name } }, calling('a', { reviewed }));
  for (const name of ['one', 'two', 'three', 'four', 'five', 'six']) await call(name);
  const before = timesIn(came);
  await call('six');
  await call('two');
  const known = timesIn(came);
  await call('one');

  expect([before, known, timesIn(came)]).toEqual([6, 6, 7]);
});

it('a tool is checked once, and again when it has changed or for another review key', async () => {
  const offer = { tools: [tool as object], call: () => said };
  const { url } = await mcpServer(['2026-07-28', 'json'], offer);
  const remoteTools = createRemoteTools(egress, new TestClock());
  const [one, other] = [judging('one'), judging('other')];
  const call = async ({ reviewed }: typeof one) =>
    await remoteTools.call({ url, headers }, calling('a', { reviewed }));
  await call(one);
  await call(one);
  await call(other);
  offer.tools = [{ ...tool, description: 'Anew.' }];
  await call(one);

  expect(one.judged).toEqual([tool, { ...tool, description: 'Anew.' }]);
  expect(other.judged).toEqual([tool]);
});

it('a tool on the last page is found, and the first of two with the same name counts', async () => {
  const tools = [...Array.from({ length: 6 }, (_, index) => ({ ...tool, name: `b${index}` })), tool];
  const offer = { tools: [...tools, { ...tool, description: 'Not me.' }], pageSize: 3, call: () => said };
  const { url } = await mcpServer(['2025-11-25', 'json'], offer);
  const { judged, reviewed } = judging();

  await createRemoteTools(egress, new TestClock()).call({ url, headers }, calling('a', { reviewed }));

  expect(judged).toEqual([tool]);
});

it('an endless list does not prove that a tool is missing, and no tool is called', async () => {
  const { url, came } = await hostileServer('2026-07-28', {
    'tools/list': result({ tools: [], nextCursor: 'again' }),
    'tools/call': result(said),
  });
  const { judged, reviewed } = judging();
  const remoteTools = createRemoteTools(egress, new TestClock());

  await expect(remoteTools.call({ url, headers }, calling('a', { reviewed }))).rejects.toMatchObject({
    code: 'unreadable',
    isUnlisted: true,
  });
  expect(judged).toEqual([]);
  expect(came).not.toContain('tools/call');
});

it('the list before a call does not count against the byte limit of the answer', async () => {
  const tools = [{ ...tool, description: 'x'.repeat(200_000) }];
  const { url } = await mcpServer(['2026-07-28', 'json'], { tools, call: () => said });
  const { reviewed } = judging();
  const bounds = { timeoutMs: 10_000, maxBytes: 10_000 };
  const remoteTools = createRemoteTools(egress, new TestClock());

  const answer = await remoteTools.call({ url, headers }, calling('a', { reviewed, bounds }));

  expect(answer.content).toEqual(said.content);
});
