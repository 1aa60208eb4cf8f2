import type { AddressInfo } from 'node:net';
import { parse, validate } from 'graphql';
import { createClient } from 'graphql-ws';
import { afterAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { consoleDocuments } from '../../../adapters/graphql/console-documents.generated.ts';
import { previousConsoleDocuments } from '../../../adapters/graphql/previous-console-documents.generated.ts';
import { schema } from '../../../schema/index.ts';
import { exactly, testApp } from '../../support/app.ts';
import { submission } from '../../support/approvals.ts';
import { cast } from '../../support/people.ts';

// One instance, since the test counts and the documents of others are parsed for each.
const t = await testApp(
  {
    GRAPHQL_MAX_TOKENS: '20',
    GRAPHQL_MAX_BREADTH: '5',
    GRAPHQL_MAX_DEPTH: '2',
    GRAPHQL_MAX_COST: '20',
  },
  exactly,
);
const people = await cast(t);
const as = { as: people.owner };
const all = { ...previousConsoleDocuments, ...consoleDocuments };

function idOf(name: string): string {
  const found = Object.entries(consoleDocuments).find(([, text]) =>
    new RegExp(`^(query|mutation|subscription) ${name}\\b`).test(text),
  );
  if (!found) throw new Error(`The console has no document ${name}.`);
  return found[0];
}

const run = async (body: object) => await t.rest('POST', '/graphql', { body, ...as });

describe('the documents of the console', () => {
  it.each(Object.values(all).map((text) => [text.split(/[ ({]/, 2).join(' '), text] as const))(
    '%s is valid, also for a page from before an upgrade',
    (_name, text) => {
      expect(validate(schema, parse(text))).toEqual([]);
    },
  );

  it('run by their id, with variables, and the limits of documents do not apply', async () => {
    const { status, body } = await run({ documentId: idOf('Me') });
    const queue = await run({ documentId: idOf('Queue'), variables: { status: ['PENDING'] } });
    const asText = await run({ query: consoleDocuments[idOf('Queue')] });

    expect([status, body.errors, body.data.me.member.role]).toEqual([200, undefined, 'OWNER']);
    expect([queue.status, queue.body.errors, queue.body.data.approvalRequests.edges]).toEqual([
      200,
      undefined,
      [],
    ]);
    expect(asText.body.errors?.[0]?.extensions.code).toBe('invalid_request');
  });

  it('count as the requests that they are worth', async () => {
    const remaining = ({ headers }: { headers: Record<string, unknown> }) =>
      Number(/r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);

    const first = remaining(await run({ documentId: idOf('Counters') }));
    const second = remaining(await run({ documentId: idOf('Counters') }));
    const queue = remaining(await run({ documentId: idOf('Queue') }));

    expect(first - second).toBe(1);
    expect(second - queue).toBeGreaterThan(5);
  });

  it('read variables as any document: a wrong one is refused with its name', async () => {
    const { status, body } = await run({ documentId: idOf('Request'), variables: { id: 7, other: 1 } });
    const none = await run({ documentId: idOf('Request') });

    expect([status, body.errors?.[0]?.extensions.code]).toEqual([200, 'not_found']);
    expect(none.body.errors?.[0]?.message).toContain('$id');
  });

  it.each([
    ['an unknown id', { documentId: 'a'.repeat(64) }],
    ['a name of every object', { documentId: 'constructor' }],
    ['a number', { documentId: 7 }],
  ])('404 unknown_document for %s', async (_what, body) => {
    const answer = await run(body);

    expect(answer.status).toBe(404);
    expect(answer.body.errors).toMatchObject([
      {
        message: expect.stringContaining('Reload the page'),
        extensions: { code: 'unknown_document', status: 404 },
      },
    ]);
  });

  it('400 for a documentId beside a query, which would have to be chosen from', async () => {
    const answer = await run({ documentId: idOf('Me'), query: '{ __typename }' });

    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ extensions: { code: 'invalid_request' } }] },
    });
  });

  it('401 and 403 as for any document', async () => {
    const body = { documentId: idOf('Queue') };
    const stranger = await t.rest('POST', '/graphql', { body });
    const editor = await t.rest('POST', '/graphql', { body, as: await people.as('DOCUMENTATION_EDITOR') });

    expect(stranger.body.errors?.[0]?.extensions.code).toBe('session_missing');
    expect(editor.body.errors?.[0]?.extensions.code).toBe('permission_required');
  });
});

describe('the documents of the console over a websocket', async () => {
  await t.app.listen({ port: 0, host: 'localhost' });
  const { port } = t.app.server.address() as AddressInfo;
  const client = createClient({
    url: `ws://localhost:${port}/graphql`,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
    connectionParams: { authorization: `Bearer ${people.owner.token}` },
  });
  afterAll(async () => {
    await client.dispose();
    t.app.server.closeAllConnections();
  });
  const first = async (documentId: string, variables = {}) => {
    for await (const answer of client.iterate({ query: '', extensions: { documentId }, variables }))
      return answer;
    throw new Error('The operation ended without an answer.');
  };

  it('run by the id in `extensions`', async () => {
    const { data, errors } = await first(idOf('Me'));

    expect([errors, data]).toEqual([
      undefined,
      { me: expect.objectContaining({ member: expect.anything() }) },
    ]);
  });

  it('bring the changes of approval requests', async () => {
    const documentId = idOf('RequestChanged');
    const { body } = await run({ documentId: idOf('Cursor') });
    await people.as('ADMIN');
    const { body: application } = await t.rest('POST', '/api/console/applications', {
      ...as,
      body: { name: 'Shop' },
    });
    const path = `/api/console/applications/${application.id}/production-access/requests`;
    expect((await t.rest('POST', path, { ...as, body: submission })).status).toBe(201);

    const { data } = await first(documentId, { after: body.data.eventCursor });

    expect(data).toMatchObject({
      approvalRequestChanged: { type: 'approval.requested', approvalRequest: { status: 'PENDING' } },
    });
  });

  it('refuse an unknown id with its code', async () => {
    await expect(first('a'.repeat(64))).rejects.toMatchObject([{ extensions: { code: 'unknown_document' } }]);
  });
});
