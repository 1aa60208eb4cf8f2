import { textAt } from '../client.ts';
import type { AccountOf } from './accounts.ts';
import { mailedToken } from './approval.ts';
import type { Brief } from './brief.ts';

interface Tour {
  account: AccountOf;
  /** The folder of the server's mails. */
  dataDir: string;
}

const echo = { body: { message: 'hello', reference: 'order-42' } };
const submission = {
  useCase: 'Takes the payments of our own web shop, about a hundred a day.',
  dataCategories: ['payments'],
  expectedVolume: '100 a day',
  securityContact: 'security@example.com',
  requestedProducts: [],
};

/** Ten steps that fit one screen: a sandbox call, a rotated key, and a request that a different person approves. */
export async function tour({ step, prepare }: Brief, { account, dataDir }: Tour): Promise<void> {
  const ada = await step('Ada signs up and owns a new workspace.', 'POST /api/auth/sign-up', {
    body: account('Ada', 'Analytical Engines'),
    expect: 201,
    fact: (answer) => `workspace ${textAt(answer, 'workspace.name')}`,
  });
  const as = textAt(ada, 'accessToken');
  const workspace = textAt(ada, 'workspace.id');

  const application = await prepare('POST /api/console/applications', {
    as,
    body: { name: 'Checkout' },
    expect: 201,
  });
  const path = `/api/console/applications/${textAt(application, 'id')}`;
  const key = await step('For her application she creates a sandbox key.', `POST ${path}/keys`, {
    as,
    body: { name: 'ci', environment: 'SANDBOX', scopes: ['write'] },
    expect: 201,
    fact: (answer) => `${cut(answer)} (shown once)`,
  });
  await step('A program calls the sandbox with the key.', 'POST /v1/sandbox/echo', {
    as: textAt(key, 'secret'),
    ...echo,
    expect: 200,
    fact: (answer) => JSON.stringify({ message: textAt(answer, 'message') }),
  });
  const rotated = await step('Ada rotates the key.', `POST ${path}/keys/${textAt(key, 'id')}/rotate`, {
    as,
    expect: 200,
    fact: cut,
  });
  await step('The server rejects the old secret immediately.', 'POST /v1/sandbox/echo', {
    as: textAt(key, 'secret'),
    ...echo,
    expect: [401, 'credential_invalid'],
  });
  await prepare('POST /v1/sandbox/echo', { as: textAt(rotated, 'secret'), ...echo, expect: 200 });

  const byGrace = await joined('Grace');
  const live = { as, body: { name: 'production', environment: 'LIVE', scopes: ['read', 'write'] } };
  await step('A live key requires approved production access.', `POST ${path}/keys`, {
    ...live,
    expect: [403, 'production_access_required'],
  });
  const access = await step('Ada requests it.', `POST ${path}/production-access/requests`, {
    as,
    body: submission,
    expect: 201,
    fact: (answer) => textAt(answer, 'status'),
  });
  const approve = `POST /api/console/approvals/${textAt(access, 'approvalRequest.id')}/approve`;
  const body = { subjectDigest: textAt(access, 'approvalRequest.subjectDigest'), comment: 'Well argued.' };
  await step('Ada is the owner, and still cannot approve her own request.', approve, {
    as,
    body,
    expect: [403, 'self_approval_forbidden'],
  });
  await step('Grace, a second administrator, approves it.', approve, {
    ...byGrace,
    body,
    expect: 200,
    fact: (answer) => textAt(answer, 'status'),
  });
  await step('Now Ada creates the live key.', `POST ${path}/keys`, { ...live, expect: 201, fact: cut });

  /** Creates an administrator who accepted the membership and confirmed an address. */
  async function joined(name: string): Promise<{ as: string; workspace: string }> {
    const person = await prepare('POST /api/auth/sign-up', {
      body: account(name, `${name}’s workspace`),
      expect: 201,
    });
    const member = { as: textAt(person, 'accessToken'), workspace };
    await prepare('POST /api/console/members', {
      as,
      body: { personId: textAt(person, 'person.id'), role: 'ADMIN' },
      expect: 201,
    });
    const confirm = `POST /api/developer-portal/workspaces/${workspace}/confirm`;
    await prepare(confirm, { as: member.as, expect: 200 });
    const token = await mailedToken(dataDir, textAt(person, 'person.email'));
    await prepare('POST /api/auth/verify-email', { body: { token }, expect: 200 });
    return member;
  }
}

function cut(answer: unknown): string {
  return `${textAt(answer, 'secret').slice(0, 24)}…`;
}
