import { CallToolResultSchema } from '@modelcontextprotocol/core';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.ts';
import { mcpOf } from '../../support/mcp.ts';
import { remoteWorld, upstream } from '../../support/remote-world.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const there = await upstream(['2026-07-28', 'json']);
const world = await remoteWorld(t, there);
const [png, wav, zip] = ['a picture', 'a sound', 'a file'].map((it) => Buffer.from(it).toString('base64'));
const large = Buffer.alloc(300_000, 'x').toString('base64');

there.offer.call = () => ({
  content: [
    { type: 'text', text: 'See.' },
    { type: 'image', mimeType: 'image/png', data: png },
    { type: 'audio', mimeType: 'audio/wav', data: wav },
    { type: 'resource', resource: { uri: 'file:///a.zip', mimeType: 'application/zip', blob: zip } },
    { type: 'image', mimeType: 'image/png', data: large },
    {
      type: 'resource_link',
      uri: 'https://files.example/a?page=2',
      name: 'a',
      mimeType: 'text/plain',
      size: 12,
    },
    { type: 'resource_link', uri: 'https://ada:hunter2hunter2@files.example/b', name: 'b' },
  ],
});

describe('images and files from a tool', () => {
  it('arrive complete over REST up to a limit, larger ones as their size, and links with their addresses', async () => {
    const { body } = await world.read(await world.selected('search'));

    expect(body.kind).toBe('BLOCKS');
    expect(body.data).toEqual([
      { type: 'text', text: 'See.' },
      { type: 'image', mimeType: 'image/png', bytes: 9, data: png },
      { type: 'audio', mimeType: 'audio/wav', bytes: 7, data: wav },
      { type: 'resource', uri: 'file:///a.zip', mimeType: 'application/zip', bytes: 6, data: zip },
      { type: 'image', mimeType: 'image/png', bytes: 300_000, data: null },
      {
        type: 'resource_link',
        uri: 'https://files.example/a?page=2',
        name: 'a',
        title: null,
        mimeType: 'text/plain',
        bytes: 12,
      },
      { type: 'resource_link', uri: '[removed]', name: 'b', title: null, mimeType: null, bytes: null },
    ]);
  });

  it('are separate content for models, once, and the data contains their index', async () => {
    const selection = await world.selected('search');
    const { result } = (await mcpOf(t, world.token).call('read_capability', { selection })).body;

    expect(CallToolResultSchema.safeParse(result).error).toBeUndefined();
    expect(result.content.slice(1)).toEqual([
      { type: 'image', mimeType: 'image/png', data: png },
      { type: 'audio', mimeType: 'audio/wav', data: wav },
      { type: 'resource', resource: { uri: 'file:///a.zip', mimeType: 'application/zip', blob: zip } },
    ]);
    expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
    expect(result.structuredContent.data.slice(1, 5)).toEqual([
      { type: 'image', mimeType: 'image/png', bytes: 9, contentIndex: 1 },
      { type: 'audio', mimeType: 'audio/wav', bytes: 7, contentIndex: 2 },
      { type: 'resource', uri: 'file:///a.zip', mimeType: 'application/zip', bytes: 6, contentIndex: 3 },
      { type: 'image', mimeType: 'image/png', bytes: 300_000, data: null },
    ]);
  });
});

describe('a third-party tool', () => {
  it('may take a minute', async () => {
    const { body } = await world.agent.describe(await world.idOf('search'));

    expect(body.selection.timeoutSeconds).toBe(60);
  });

  it('that returns pages gets no cursor of ours if it accepts none', async () => {
    there.offer.call = (_name, given) => ({
      content: [],
      structuredContent: { found: 3, given, nextCursor: 'abc' },
    });
    const selection = await world.selected('search');
    const first = await world.agent.read(await world.idOf('search'), { selection, arguments: {} });

    // The tool has no argument for a cursor.
    expect(first.body).toMatchObject({ data: { nextCursor: 'abc' }, nextCursor: null });
  });
});
