import { textAt } from '../client.ts';
import { tokenMailedTo } from '../mailbox.ts';
import type { AccountOf } from './accounts.ts';
import { sayLive, type TakeStep } from './transcript.ts';
import { watch } from '../watch.ts';

export interface Stage {
  baseUrl: string;
  as: string;
  workspace: string;
  application: string;
  account: AccountOf;
  /** The folder of the server's mails. */
  dataDir: string;
}

const subscription = `subscription ($after: String) {
  approvalRequestChanged(after: $after) { type approvalRequest { id status summary } } }`;

/** Four eyes: the requester never decides, regardless of role. Returns the second person’s access token. */
export async function approveByAnother(step: TakeStep, stage: Stage): Promise<string> {
  const { baseUrl, as, workspace, application, account, dataDir } = stage;
  const grace = await step('A second person has to approve it. Grace signs up.', 'POST /api/auth/sign-up', {
    body: account('Grace', 'Grace’s workspace'),
    expect: 201,
    show: ['accessToken', 'person'],
  });
  await step('Ada makes her an administrator.', 'POST /api/console/members', {
    as,
    body: { personId: textAt(grace, 'person.id'), role: 'ADMIN' },
    expect: 201,
    show: ['id', 'person', 'role', 'status'],
  });
  await step('Grace accepts.', `POST /api/developer-portal/workspaces/${workspace}/confirm`, {
    as: textAt(grace, 'accessToken'),
    expect: 200,
  });
  await step('She opens the link in the mail of her sign-up.', 'POST /api/auth/verify-email', {
    body: { token: await mailedToken(dataDir, textAt(grace, 'person.email')) },
    expect: 200,
    note: 'Only a person with a verified address can decide.',
  });
  const byGrace = { as: textAt(grace, 'accessToken'), workspace };
  const position = await step(
    'Grace opens a dashboard. It first reads the current cursor.',
    'POST /graphql',
    {
      ...byGrace,
      body: { query: '{ eventCursor }' },
      expect: 200,
      note: 'The dashboard then watches approvals over a websocket. A client that reconnects with its last cursor misses no event.',
    },
  );
  await using dashboard = watch(baseUrl, byGrace, subscription, {
    after: textAt(position, 'data.eventCursor'),
  });

  const access = await step(
    'Ada requests production access, and describes the use.',
    `POST /api/console/applications/${application}/production-access/requests`,
    {
      as,
      body: {
        useCase: 'Takes the payments of our own web shop, about a hundred a day.',
        dataCategories: ['payments'],
        expectedVolume: '100 a day',
        securityContact: 'security@example.com',
        requestedProducts: [],
      },
      expect: 201,
      show: ['status', 'revision', 'approvalRequest'],
      note: 'The digest identifies the exact request. The approver sends it with the decision.',
    },
  );
  sayLive('Grace sees it immediately:', await dashboard.next());

  const approve = `POST /api/console/approvals/${textAt(access, 'approvalRequest.id')}/approve`;
  const body = { subjectDigest: textAt(access, 'approvalRequest.subjectDigest'), comment: 'Well argued.' };
  await step('Ada is the owner, but she cannot approve her own request.', approve, {
    as,
    body,
    expect: [403, 'self_approval_forbidden'],
  });
  await step('Grace can, since she is a different person.', approve, {
    ...byGrace,
    body,
    expect: 200,
    show: ['id', 'kind', 'status', 'summary', 'decisions'],
  });
  sayLive('Every dashboard sees it too:', await dashboard.next());

  await step('Ada can now create a live key.', `POST /api/console/applications/${application}/keys`, {
    as,
    body: { name: 'production', environment: 'LIVE', scopes: ['read', 'write'] },
    expect: 201,
    show: ['id', 'environment', 'effectiveStatus', 'secret'],
  });
  return byGrace.as;
}

/** Returns the token that the server mailed to the address. */
export async function mailedToken(dataDir: string, address: string): Promise<string> {
  const token = await tokenMailedTo(dataDir, address, 'tok_verify');
  if (token) return token;
  throw new Error(
    `No mail to ${address} came to ${dataDir}/mail, so the server sends its mails elsewhere. ` +
      'Set `DATA_DIR` as for the server, or run the demo on a free port: `PORT=4517 npm run demo`.',
  );
}
