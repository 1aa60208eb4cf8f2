import { expect, it } from 'vitest';
import { count } from '../../support/count.ts';
import { migratedDatabase } from '../../support/database.ts';
import { submission } from '../../support/approvals.ts';
import { proveAddressIn } from '../../support/over-http.ts';
import {
  settingsFor,
  startServer,
  temporaryFolder,
  type ServerProcess,
} from '../../support/server-process.ts';

const roomy = {
  LIMIT_CONSOLE_PER_MEMBER_PER_MINUTE: '1000000',
  LIMIT_CONSOLE_WRITES_PER_MEMBER_PER_MINUTE: '1000000',
  LIMIT_SIGN_UPS_PER_IP_PER_HOUR: '1000000',
  ACCESS_TOKEN_TTL_SECONDS: '3600',
  // The tokens of each process are valid on the other.
  BASE_URL: 'http://localhost:4000',
  LOG_LEVEL: 'warn',
};
const options = await migratedDatabase();
const settings = { ...settingsFor(options), ...roomy };
const timeout = 60_000 + count(1000) * 2000;

it(
  'of two processes that decide the same request at the same time, one decides and the other is refused',
  { timeout },
  async () => {
    const first = await startServer(settings);
    const second = await startServer({ ...settings, DATA_DIR: temporaryFolder() });
    const owner = await signedUp(first, 'owner');
    const [admin, developer] = [await signedUp(first, 'admin'), await signedUp(second, 'developer')];
    await proveAddressIn(settings, owner);
    await proveAddressIn(settings, admin);
    const workspaceId = await joined(first, owner, [admin, 'ADMIN'], [developer, 'DEVELOPER']);

    for (let race = 0; race < count(1000); race += 1) {
      const { id, subjectDigest } = await asked(first, developer, { workspaceId, owner });
      const verbs = race % 2 ? (['approve', 'reject'] as const) : (['approve', 'approve'] as const);
      const body = { subjectDigest, comment: 'As we have agreed.' };
      const path = (verb: string) => `/api/console/approvals/${id}/${verb}`;

      const answers = await Promise.all([
        second.request('POST', path(verbs[0]), { token: admin.token, workspace: workspaceId, body }),
        first.request('POST', path(verbs[1]), { token: owner.token, workspace: workspaceId, body }),
      ]);

      expect(new Set(answers.map((answer) => answer.body.code ?? answer.status))).toEqual(
        new Set([200, 'already_decided']),
      );
      const read = await first.request('GET', `/api/console/approvals/${id}`, {
        token: owner.token,
        workspace: workspaceId,
      });
      expect(read.body.decisions).toHaveLength(1);
    }
    await Promise.all([first.stop(), second.stop()]);
  },
);

interface Account {
  token: string;
  personId: string;
  workspaceId: string;
}

async function signedUp(server: ServerProcess, name: string): Promise<Account> {
  const body = {
    email: `${name}@example.com`,
    password: 'correct horse battery staple',
    name,
    workspaceName: name,
  };
  const answer = await server.request('POST', '/api/auth/sign-up', { body });
  const { accessToken, person, workspace } = answer.body;
  return { token: accessToken, personId: person.id, workspaceId: workspace.id };
}

async function joined(
  server: ServerProcess,
  { token, workspaceId }: Account,
  ...members: [Account, string][]
): Promise<string> {
  for (const [person, role] of members) {
    const body = { personId: person.personId, role };
    const { status } = await server.request('POST', '/api/console/members', {
      token,
      workspace: workspaceId,
      body,
    });
    expect(status).toBe(201);
    const path = `/api/developer-portal/workspaces/${workspaceId}/confirm`;
    expect((await server.request('POST', path, { token: person.token })).status).toBe(200);
  }
  return workspaceId;
}

async function asked(
  server: ServerProcess,
  { token }: Account,
  { workspaceId: workspace, owner }: { workspaceId: string; owner: Account },
): Promise<{ id: string; subjectDigest: string }> {
  const made = await server.request('POST', '/api/console/applications', {
    token: owner.token,
    workspace,
    body: { name: 'Checkout' },
  });
  const path = `/api/console/applications/${made.body.id}/production-access/requests`;
  const answer = await server.request('POST', path, { token, workspace, body: submission });
  return answer.body.approvalRequest;
}
