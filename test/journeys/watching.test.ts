import { readFileSync } from 'node:fs';
import { createClient, type Client, type ClientOptions } from 'graphql-ws';
import { afterAll, expect, it } from 'vitest';
import { submission } from '../support/approvals.ts';
import { migratedDatabase } from '../support/database.ts';
import { proveAddressIn } from '../support/over-http.ts';
import { freePort, settingsFor, startServer, type Given } from '../support/server-process.ts';

const [snippet = ''] =
  /(?<=```js\nimport \{ createClient \} from 'graphql-ws';\n)[^]*?(?=```)/.exec(
    readFileSync('docs/reference/watching.md', 'utf8'),
  ) ?? [];

const port = String(await freePort());
const database = await migratedDatabase();
const settings = { ...settingsFor(database), PORT: port, LOG_LEVEL: 'warn' };
const clients: Client[] = [];
afterAll(async () => {
  for (const client of clients) await client.dispose();
});

interface Shown {
  type: string;
  approvalRequest: { id: string; status: string };
}

/** Runs the documented snippet against our port, with the values that its reader must supply. */
async function runSnippet(given: Record<string, unknown>): Promise<void> {
  const source = `return (async () => {${snippet.replaceAll('localhost:4000', `localhost:${port}`)}})()`;
  // eslint-disable-next-line typescript/no-implied-eval -- the test runs the document's own lines
  await new Function(...Object.keys(given), source)(...Object.values(given));
}

it(
  'the dashboard of docs/reference/watching.md survives a restart of the server and misses no event',
  { timeout: 120_000 },
  async () => {
    let server = await startServer(settings);
    const send = async (method: string, path: string, sent: Given) => {
      const answer = await server.request(method, path, sent);
      if (answer.status >= 400) throw new Error(`${path} answered ${JSON.stringify(answer.body)}`);
      return answer.body;
    };
    const signUp = async (name: string) => {
      const account = { email: `${name}@example.com`, password: 'correct horse battery staple' };
      const { person, workspace } = await send('POST', '/api/auth/sign-up', {
        body: { ...account, name, workspaceName: name },
      });
      const token = async () =>
        (await send('POST', '/api/auth/sign-in', { body: account })).accessToken as string;
      return { token, personId: person.id as string, workspaceId: workspace.id as string };
    };
    const [owner, admin] = [await signUp('owner'), await signUp('admin')];
    const { workspaceId } = owner;
    const asOwner = async (body: unknown) => ({ token: await owner.token(), workspace: workspaceId, body });
    await send('POST', '/api/console/members', await asOwner({ personId: admin.personId, role: 'ADMIN' }));
    await send('POST', `/api/developer-portal/workspaces/${workspaceId}/confirm`, {
      token: await admin.token(),
    });
    await proveAddressIn(settings, admin);
    const asked = async (name: string): Promise<string> => {
      const { id } = await send('POST', '/api/console/applications', await asOwner({ name }));
      const path = `/api/console/applications/${id}/production-access/requests`;
      return (await send('POST', path, await asOwner(submission))).approvalRequest.id;
    };
    const shown: Shown[] = [];
    let look = () => {};
    const until = async (count: number) => {
      while (shown.length < count) await new Promise<void>((resolve) => (look = resolve));
    };
    const [refused, back] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    refused.promise.catch(() => {});

    // The snippet must name the workspace, because the administrator's oldest membership is in another one.
    await runSnippet({
      createClient: (options: ClientOptions) => {
        // The first retry is immediate, so the server refuses it. The second waits for the server.
        const retryWait = async (retries: number) => {
          if (retries === 0) return;
          refused.resolve();
          await back.promise;
        };
        const client = createClient({ ...options, retryWait });
        clients.push(client);
        return client;
      },
      freshAccessToken: admin.token,
      workspaceId,
      show: (told: Shown) => {
        shown.push(told);
        look();
      },
      console: { error: refused.reject },
    });
    const first = await asked('Before');
    await until(1);
    await server.stop('SIGTERM');
    await refused.promise;
    server = await startServer(settings);
    const second = await asked('Meanwhile');
    back.resolve();
    await until(2);
    const third = await asked('Afterwards');
    await until(3);

    expect(shown.map(({ type, approvalRequest }) => [type, approvalRequest.id])).toEqual(
      [first, second, third].map((id) => ['approval.requested', id]),
    );
    await Promise.all(clients.splice(0).map(async (client) => await client.dispose()));
    expect(await server.stop()).toMatchObject({ code: 0, stderr: '' });
  },
);
