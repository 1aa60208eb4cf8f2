import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import { expect, describe, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { approvalsOf } from '../../support/approvals.ts';
import { anotherInstance, testApp } from '../../support/app.ts';
import { cast } from '../../support/people.ts';

// The watched instance has given up its lease: no peer waits for it, and it reads changes at its tick.
const t = await testApp({}, { instances: 1 });
const watched = await anotherInstance(t);
await watched.ports.heartbeat.end();
await watched.app.listen({ port: 0, host: 'localhost' });
const { port } = watched.app.server.address() as AddressInfo;

type Message = { approvalRequestChanged: { cursor: string; type: string; approvalRequest: { id: string } } };
const query = `subscription ($after: String) {
  approvalRequestChanged(after: $after) { cursor type approvalRequest { id } } }`;

describe('an event that cannot be delivered because of an internal error', () => {
  it('closes the socket, so that a client that reconnects with its last cursor misses nothing', async () => {
    const people = await cast(t);
    const { owner, workspaceId: workspace } = people;
    const [developer] = [await people.as('DEVELOPER'), await people.as('ADMIN')];
    const { ask } = approvalsOf(t, people);
    const asked = await t.graphql('{ eventCursor }', {}, { as: owner, workspace });
    const variables = { after: asked.body.data.eventCursor as string };
    const [told, failures, closes]: [string[], unknown[], number[]] = [[], [], []];
    const client = createClient({
      url: `ws://localhost:${port}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { authorization: `Bearer ${owner.token}`, workspaceId: workspace },
      retryWait: async () => await setImmediate(),
      on: { closed: (event) => void closes.push((event as { code: number }).code) },
    });
    client.subscribe<Message>(
      { query, variables },
      {
        next: ({ data, errors }) => {
          if (errors) failures.push(errors);
          if (!data) return;
          variables.after = data.approvalRequestChanged.cursor;
          told.push(data.approvalRequestChanged.approvalRequest.id);
        },
        error: (error) => void failures.push(error),
        complete: () => {},
      },
    );
    const first = await ask(developer);
    await watched.ports.feed.tick();
    await expect.poll(() => told).toEqual([first.approvalRequestId]);
    const [second, third] = [await ask(developer), await ask(developer)];
    const read = vi.spyOn(ApprovalRequest, 'query').mockImplementationOnce(() => {
      throw new Error('of the test');
    });

    await watched.ports.feed.tick();

    const all = [first, second, third].map(({ approvalRequestId }) => approvalRequestId);
    await expect.poll(() => told).toEqual(all);
    read.mockRestore();
    await client.dispose();
    expect(closes[0]).toBe(1013);
    expect(failures).toEqual([]);
    expect(watched.events).toContainEqual(
      expect.objectContaining({ event: 'request.failed', error: new Error('of the test') }),
    );
  });
});
