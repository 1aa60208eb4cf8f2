import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditEntry } from '../../../../db/models/audit.ts';
import { Event } from '../../../../db/models/event.ts';
import { Member } from '../../../../db/models/member.ts';
import { personalActions } from '../../../../schema/records/event/catalogue.ts';
import { schema } from '../../../../schema/index.ts';
import { answerPasswordResets } from '../../../../schema/identity/session/answer-password-resets.ts';
import { mintSecret } from '../../../../schema/values/secret.ts';
import { approvalsOf, submission } from '../../../support/approvals.ts';
import { testApp, type Answer } from '../../../support/app.ts';
import { contentsOf } from '../../../support/contents.ts';
import { redirectUriOf } from '../../../../schema/connect/connection/authorize.ts';
import { runImports } from '../../../../schema/connect/connector/run-imports.ts';
import { openedAction } from '../../../../schema/connect/vault/note-openings.ts';
import { automationOf } from '../../../support/automations.ts';
import { mcpServersOf } from '../../../support/mcp-review.ts';
import { consentOf } from '../../../support/consents.ts';
import { connectionsOf, openIdDocument } from '../../../support/connections.ts';
import { keyValueVault } from '../../../support/key-value-vault.ts';
import { signUpToken } from '../../../support/sign-ups.ts';
import { tokenMailedTo } from '../../../support/mail.ts';
import { startOidcProvider } from '../../../support/oidc-provider.ts';
import { provider } from '../../../support/provider.ts';
import {
  disabledWebhookEndpoint,
  pausedWebhookEndpoint,
  receiverAt,
  webhookDelivery,
  webhookEndpoint,
} from '../../matrix.webhooks.ts';
import { applicationWithKey, cast, somebody, type Somebody } from '../../../support/people.ts';

const t = await testApp(
  {
    LIMIT_SIGN_IN_FAILURES_PER_ACCOUNT: '1000',
    EGRESS_ALLOWED_HOSTS: '127.0.0.1',
  },
  { isChecked: true },
);
const { database } = t.ports;
const { knex } = database;
const everyone = await cast(t);
const { owner, workspaceId } = everyone;
const password = owner.password;
let renamed = 0;

/** Actions without an event: a person's own, and those that change nothing. */
const untold = new Set<string>([...personalActions, openedAction]);

const publicFields = new Set([
  'signUp',
  'confirmSignUp',
  'signIn',
  'refreshSession',
  'declineInvitation',
  'verifyEmail',
  'requestPasswordReset',
  'resetPassword',
  'issueAutomationToken',
]);

interface Call {
  input: Record<string, unknown>;
  as?: Somebody;
}

interface Command {
  /** The entries that one command writes, in this order. */
  entries: string[];
  /** Creates the prerequisites of the command. */
  good: () => Promise<Call>;
  bad: Call;
  /** The error code for the bad call. */
  code: string;
  denied?: number;
  /** Kind and person of the actor, if the actor is not the caller. */
  by?: RegExp;
  /** The refusal in the answer, if the field itself does not fail. */
  refusal?: { parts: string; of: (answered: Answer['body']) => { code: string } };
}

const newMember = async () => (await everyone.another('VIEWER')).memberId;
const unconfirmed = async () => {
  const as = await everyone.another('VIEWER');
  await t.unrecorded(() => Member.change(knex, as.memberId, t.clock.now(), { status: 'UNCONFIRMED' }));
  return { input: { workspaceId }, as };
};
const suspendedMember = async () => {
  const id = await newMember();
  await t.rest('POST', `/api/console/members/${id}/suspend`, { as: owner });
  return id;
};
const applicationAfter = async (...moves: string[]) => {
  const made = await t.rest('POST', '/api/console/applications', { as: owner, body: { name: 'Checkout' } });
  const path = `/api/console/applications/${made.body.id}`;
  for (const move of moves)
    await (move === 'delete'
      ? t.rest('DELETE', path, { as: owner })
      : t.rest('POST', `${path}/${move}`, { as: owner }));
  return { id: made.body.id as string };
};
const newKey = async () => ({ id: (await applicationWithKey(t, everyone)).keyId });
const signUpInput = (email: string) => ({ email, password, name: 'Ada', workspaceName: 'Engines' });
const noToken = { input: { token: mintSecret('tok_invite').text } };
let addresses = 0;
const invited = async (email = `invited-${(addresses += 1)}@example.com`) => {
  const body = { email, role: 'VIEWER' };
  const answer = await t.rest('POST', '/api/console/invitations', {
    as: owner,
    workspace: workspaceId,
    body,
  });
  return { id: answer.body.id as string, token: await tokenMailedTo(t, email) };
};
const nothing = { input: { id: 'app_nothing' } };
const nobody = { input: { id: 'mem_nothing' } };

const developer = await everyone.as('DEVELOPER');
let projects = 0;
const newProject = async () => {
  const body = { name: `Project ${(projects += 1)}` };
  return (await t.rest('POST', '/api/console/projects', { as: owner, workspace: workspaceId, body })).body
    .id as string;
};
const desktopClient = { name: 'Desk assistant', redirectUris: ['http://127.0.0.1/callback'] };
const newMcpClient = async () => {
  const place = { as: owner, workspace: workspaceId };
  return (await t.rest('POST', '/api/console/mcp/clients', { ...place, body: desktopClient })).body
    .id as string;
};
const bearer = { kind: 'BEARER', provider: 'github', secret: { token: 'a token' } };
const vaultHost = await keyValueVault();
let vaults = 0;
const vaultAt = () => ({
  name: `Vault ${(vaults += 1)}`,
  driver: 'KEY_VALUE',
  address: vaultHost.address,
  mount: 'secret',
  token: vaultHost.token,
});
const connect = async (path: string, body: unknown) =>
  (await t.rest('POST', `/api/console/connect/${path}`, { as: owner, workspace: workspaceId, body })).body
    .id as string;
let connectors = 0;
const description = () => ({
  name: `Connector ${(connectors += 1)}`,
  source: 'OPENAPI',
  document: 'openapi: 3.1.0',
});
const newConnector = async () => await connect('connectors', description());
const readConnector = async () => {
  const id = await newConnector();
  await runImports(t.ports, new AbortController().signal);
  return id;
};
const servers = await mcpServersOf(t, everyone, await provider());
let serverNames = 0;
const newServer = async () => (await servers.create(['whoAmI'])).body.id as string;
const newMcpCredential = async () => (await servers.credential()).body.id as string;
const newMcpConsent = async () => {
  const { memberId, personId } = owner;
  return await consentOf(t, { workspaceId, credentialId: await newMcpCredential(), memberId, personId });
};
let served: Promise<string> | undefined;
const newGrantInput = async () =>
  await servers.grantInput(await (served ??= publishedServer()), await newMcpCredential(), 'whoAmI');
const newMcpGrant = async () => (await servers.grant(await newGrantInput())).body.id as string;
const grantOfNothing = { versionId: 'mcpv_nothing', capabilityId: 'x', connectionId: 'y', mode: 'read' };
const movedGrant = async () => {
  const server = await publishedServer();
  const { versionId: fromVersionId, ...tool } = await servers.grantInput(
    server,
    await newMcpCredential(),
    'whoAmI',
  );
  await servers.grant({ versionId: fromVersionId, ...tool });
  await servers.setTools(server, ['whoAmI']);
  for (const verb of ['submit', 'publish']) await servers.act(server, verb);
  return { fromVersionId, toVersionId: (await servers.read(server)).publishedVersion.id as string };
};
const publishedServer = async () => await servers.published(['whoAmI'], heir);
const webhookPlace = { t, owner, workspaceId };
const newWebhookEndpoint = async () => (await webhookEndpoint(webhookPlace))['id'];
const noWebhookEndpoint = { input: { id: 'whe_nothing' } };
const longAgo = '2020-01-01T00:00:00.000Z';
const newVault = async () => await connect('vaults', vaultAt());
const connections = connectionsOf(t, everyone);
const shop = await provider();
const shopConnector = await connections.connector(shop);
const idp = await startOidcProvider(redirectUriOf(t.ports));
afterAll(async () => await idp[Symbol.asyncDispose]());
const connectionParts = async () => {
  const projectId = await connections.project();
  const credentialReferenceId = await connections.reference(projectId);
  return { projectId, connectorId: shopConnector, credentialReferenceId };
};
const newConnection = async () => {
  return connections.idOf(await connections.create(await connectionParts()));
};
const newDraft = async () => {
  const secret = { kind: 'OAUTH2_CLIENT', secret: idp.client };
  return (await connections.made({ document: openIdDocument(idp) }, { secret, scopes: ['openid'] })).id;
};
const newReference = async () =>
  await connect('credential-references', { ...bearer, projectId: await newProject() });
const rotatedReference = async () => {
  const id = await newReference();
  await connect(`credential-references/${id}/versions`, { secret: { token: 'another' } });
  return id;
};
const newRobot = async () => await automationOf(t, everyone);
const heir = await everyone.as('ADMIN');
const members = new Set<Somebody>([owner, developer, heir]);
const noAutomation = { input: { id: 'aut_nothing' } };
const approvals = approvalsOf(t, everyone);
const reason = 'As we have agreed.';
const noRequest = { approvalRequestId: 'apr_nothing', subjectDigest: '0'.repeat(64) };
const waiting = async () => {
  const { approvalRequestId, subjectDigest } = await approvals.ask(developer);
  return { approvalRequestId, subjectDigest };
};
const approvedApplication = async () => {
  const asked = await approvals.ask(developer);
  await approvals.approve(asked, owner);
  return asked.applicationId;
};

const cancelDeletion = async () => {
  const { body } = await t.rest('GET', '/api/console/approvals?status=PENDING&limit=100', { as: owner });
  for (const { id, kind } of body.data as { id: string; kind: string }[])
    if (kind === 'WORKSPACE_DELETE')
      await t.rest('POST', `/api/console/approvals/${id}/cancel`, { as: owner });
};
const deletingWorkspace = async () => {
  const company = await cast(t);
  const admin = await company.as('ADMIN');
  const workspace = company.workspaceId;
  const asked = await t.rest('DELETE', '/api/console/workspace', { as: company.owner, workspace });
  await t.rest('POST', `/api/console/approvals/${asked.body.id}/approve`, {
    as: admin,
    workspace,
    body: { subjectDigest: asked.body.subjectDigest },
  });
  return { input: { id: workspace }, as: company.owner };
};

// Creating an account or a workspace also creates rows in other rooms, each with its own entry.
const commands: Record<string, Command> = {
  signUp: {
    entries: ['workspace.created', 'member.joined', 'person.signed_up'],
    good: async () => ({ input: signUpInput(`new-${Date.now()}@example.com`) }),
    bad: { input: signUpInput(owner.email) },
    code: 'email_taken',
  },
  confirmSignUp: {
    entries: ['workspace.created', 'member.joined', 'person.signed_up'],
    good: async () => ({
      input: { token: await signUpToken(t, `asked-${Date.now()}@example.com`, password), password },
    }),
    bad: { input: { token: mintSecret('tok_signup').text, password } },
    code: 'mailed_token_invalid',
  },
  signIn: {
    entries: ['session.created'],
    good: async () => ({ input: { email: owner.email, password } }),
    bad: { input: { email: owner.email, password: 'wrong password' } },
    code: 'sign_in_failed',
    denied: 1,
  },
  refreshSession: {
    entries: ['session.refreshed'],
    good: async () => ({ input: { refreshToken: (await somebody(t)).refreshToken } }),
    bad: { input: { refreshToken: mintSecret('rt').text } },
    code: 'refresh_token_invalid',
    denied: 1,
  },
  signOut: {
    entries: ['session.signed_out'],
    good: async () => ({ input: {}, as: await somebody(t) }),
    bad: { input: {}, as: { ...owner, token: `${owner.token}x` } },
    code: 'session_invalid',
  },
  revokeSession: {
    entries: ['session.revoked'],
    good: async () => {
      const as = await somebody(t);
      const { body } = await t.rest('POST', '/api/auth/sign-in', { body: { email: as.email, password } });
      return { input: { id: body.session.id }, as };
    },
    bad: { input: { id: 'ses_nothing' } },
    code: 'not_found',
  },
  changePassword: {
    entries: ['person.password_changed'],
    good: async () => ({
      input: { currentPassword: password, newPassword: 'another one' },
      as: await somebody(t),
    }),
    bad: { input: { currentPassword: 'wrong password', newPassword: 'another one' } },
    code: 'validation_failed',
  },
  requestEmailVerification: {
    entries: ['person.email_verification_sent'],
    good: async () => ({ input: {}, as: await somebody(t) }),
    bad: { input: { email: 'another@example.com' } },
    code: 'validation_failed',
  },
  verifyEmail: {
    entries: ['person.email_verified'],
    good: async () => ({ input: { token: await tokenMailedTo(t, (await somebody(t)).email) } }),
    bad: { input: { token: mintSecret('tok_verify').text } },
    code: 'mailed_token_invalid',
  },
  // Neither the answer nor the log reveals an account: the entry is written with the mail.
  requestPasswordReset: {
    entries: [],
    good: async () => ({ input: { email: (await somebody(t)).email } }),
    bad: { input: { email: 'nonsense' } },
    code: 'validation_failed',
  },
  resetPassword: {
    entries: ['member.reclaimed', 'person.email_verified', 'person.password_reset'],
    good: async () => {
      const { email } = await somebody(t);
      await t.rest('POST', '/api/auth/password-reset', { body: { email } });
      await answerPasswordResets(t.ports);
      return { input: { token: await tokenMailedTo(t, email), password: 'another one' } };
    },
    bad: { input: { token: mintSecret('tok_reset').text, password: 'another one' } },
    code: 'mailed_token_invalid',
  },
  createWorkspace: {
    entries: ['workspace.created', 'member.joined'],
    good: async () => ({ input: { name: 'Second' } }),
    bad: { input: { name: '' } },
    code: 'validation_failed',
  },
  updateWorkspace: {
    entries: ['workspace.updated'],
    good: async () => ({ input: { name: `Renamed ${(renamed += 1)}` } }),
    bad: { input: { name: '' } },
    code: 'validation_failed',
  },
  deleteWorkspace: {
    entries: ['approval.requested', 'workspace.deletion.requested'],
    good: async () => {
      await everyone.as('ADMIN');
      await cancelDeletion();
      return { input: { reason: 'We have moved.' } };
    },
    bad: { input: { reason: 'x'.repeat(501) } },
    code: 'validation_failed',
  },
  restoreWorkspace: {
    entries: ['workspace.restored'],
    good: async () => await deletingWorkspace(),
    bad: { input: { id: 'ws_nothing' } },
    code: 'not_found',
  },
  addMember: {
    entries: ['member.joined'],
    good: async () => ({ input: { personId: (await somebody(t)).personId, role: 'VIEWER' } }),
    bad: { input: { personId: 'per_nothing', role: 'VIEWER' } },
    code: 'not_found',
  },
  changeMemberRole: {
    entries: ['member.role_changed'],
    good: async () => ({ input: { id: await newMember(), role: 'SUPPORT' } }),
    bad: { input: { id: 'mem_nothing', role: 'SUPPORT' } },
    code: 'not_found',
  },
  suspendMember: {
    entries: ['member.suspended'],
    good: async () => ({ input: { id: await newMember() } }),
    bad: nobody,
    code: 'not_found',
  },
  reactivateMember: {
    entries: ['member.reactivated'],
    good: async () => ({ input: { id: await suspendedMember() } }),
    bad: nobody,
    code: 'not_found',
  },
  removeMember: {
    entries: ['member.removed'],
    good: async () => ({ input: { id: await newMember() } }),
    bad: nobody,
    code: 'not_found',
  },
  inviteMember: {
    entries: ['invitation.created'],
    good: async () => ({ input: { email: `invited-${(addresses += 1)}@example.com`, role: 'VIEWER' } }),
    bad: { input: { email: owner.email, role: 'VIEWER' } },
    code: 'already_member',
  },
  resendInvitation: {
    entries: ['invitation.resent'],
    good: async () => {
      const { id } = await invited();
      t.clock.advance({ minutes: 1 });
      return { input: { id } };
    },
    bad: { input: { id: 'inv_nothing' } },
    code: 'not_found',
  },
  revokeInvitation: {
    entries: ['invitation.revoked'],
    good: async () => ({ input: { id: (await invited()).id } }),
    bad: { input: { id: 'inv_nothing' } },
    code: 'not_found',
  },
  confirmMembership: {
    entries: ['member.confirmed'],
    good: async () => await unconfirmed(),
    bad: { input: { workspaceId: 'ws_nothing' } },
    code: 'not_found',
  },
  declineMembership: {
    entries: ['member.removed'],
    good: async () => await unconfirmed(),
    bad: { input: { workspaceId: 'ws_nothing' } },
    code: 'not_found',
  },
  acceptInvitation: {
    entries: ['invitation.accepted', 'member.joined', 'person.email_verified'],
    good: async () => {
      const as = await somebody(t);
      const { token } = await invited(as.email);
      return { input: { token }, as };
    },
    bad: noToken,
    code: 'not_found',
  },
  declineInvitation: {
    entries: ['invitation.declined'],
    good: async () => ({ input: { token: (await invited()).token } }),
    bad: noToken,
    code: 'not_found',
    by: /^ANONYMOUS null$/,
  },
  createApplication: {
    entries: ['application.created'],
    good: async () => ({ input: { name: 'Checkout' } }),
    bad: { input: { name: '' } },
    code: 'validation_failed',
  },
  updateApplication: {
    entries: ['application.updated'],
    good: async () => ({ input: { ...(await applicationAfter()), name: 'Renamed' } }),
    bad: nothing,
    code: 'not_found',
  },
  suspendApplication: {
    entries: ['application.suspended'],
    good: async () => ({ input: await applicationAfter() }),
    bad: nothing,
    code: 'not_found',
  },
  reactivateApplication: {
    entries: ['application.reactivated'],
    good: async () => ({ input: await applicationAfter('suspend') }),
    bad: nothing,
    code: 'not_found',
  },
  deleteApplication: {
    entries: ['application.deleted'],
    good: async () => ({ input: await applicationAfter() }),
    bad: nothing,
    code: 'not_found',
  },
  restoreApplication: {
    entries: ['application.restored'],
    good: async () => ({ input: await applicationAfter('delete') }),
    bad: nothing,
    code: 'not_found',
  },
  createApiKey: {
    entries: ['api_key.created'],
    good: async () => ({ input: keyInput((await applicationAfter()).id) }),
    bad: { input: keyInput('app_nothing') },
    code: 'not_found',
  },
  rotateApiKey: {
    entries: ['api_key.rotated'],
    good: async () => ({ input: await newKey() }),
    bad: { input: { id: 'key_nothing' } },
    code: 'not_found',
  },
  revokeApiKey: {
    entries: ['api_key.revoked'],
    good: async () => ({ input: await newKey() }),
    bad: { input: { id: 'key_nothing' } },
    code: 'not_found',
  },
  createAutomation: {
    entries: ['member.joined', 'member.automation.created'],
    good: async () => ({ input: { name: 'Nightly build', role: 'VIEWER' } }),
    bad: { input: { name: 'Nightly build', role: 'OWNER' } },
    code: 'validation_failed',
  },
  updateAutomation: {
    entries: ['member.automation.updated'],
    good: async () => ({ input: { id: (await newRobot()).automationId, name: 'Renamed' } }),
    bad: { input: { id: 'aut_nothing', name: 'Renamed' } },
    code: 'not_found',
  },
  removeAutomation: {
    entries: ['member.removed'],
    good: async () => ({ input: { id: (await newRobot()).automationId } }),
    bad: noAutomation,
    code: 'not_found',
  },
  offerAutomation: {
    entries: ['member.automation.offered'],
    good: async () => ({
      input: { id: (await newRobot()).automationId, toMemberId: heir.memberId },
    }),
    bad: { input: { id: 'aut_nothing', toMemberId: heir.memberId } },
    code: 'not_found',
  },
  adoptAutomation: {
    entries: ['member.automation.adopted'],
    good: async () => {
      const { automationId: id } = await newRobot();
      const body = { toMemberId: heir.memberId };
      await t.rest('POST', `/api/console/automations/${id}/offer`, {
        as: owner,
        workspace: workspaceId,
        body,
      });
      return { input: { id }, as: heir };
    },
    bad: noAutomation,
    code: 'not_found',
  },
  createAutomationCredential: {
    entries: ['member.automation.credential_created'],
    good: async () => ({ input: { automationId: (await newRobot()).automationId, name: 'next' } }),
    bad: { input: { automationId: 'aut_nothing', name: 'next' } },
    code: 'not_found',
  },
  rotateAutomationCredential: {
    entries: ['member.automation.credential_rotated'],
    good: async () => ({ input: { id: (await newRobot()).credentialId } }),
    bad: { input: { id: 'acr_nothing' } },
    code: 'not_found',
  },
  revokeAutomationCredential: {
    entries: ['member.automation.credential_revoked'],
    good: async () => ({ input: { id: (await newRobot()).credentialId } }),
    bad: { input: { id: 'acr_nothing' } },
    code: 'not_found',
  },
  issueAutomationToken: {
    entries: ['member.automation.token_issued'],
    good: async () => ({ input: { secret: (await newRobot()).secret } }),
    bad: { input: { secret: mintSecret('acs').text } },
    code: 'sign_in_failed',
    denied: 1,
    by: /^AUTOMATION null$/,
  },
  createProject: {
    entries: ['project.created'],
    good: async () => ({ input: { name: `Project ${(projects += 1)}` } }),
    bad: { input: { name: '' } },
    code: 'validation_failed',
  },
  updateProject: {
    entries: ['project.updated'],
    good: async () => ({ input: { id: await newProject(), description: 'Changed' } }),
    bad: { input: { id: 'prj_nothing', description: 'Changed' } },
    code: 'not_found',
  },
  createCredentialReference: {
    entries: ['credential_reference.created'],
    good: async () => ({ input: { ...bearer, projectId: await newProject() } }),
    bad: { input: { ...bearer, projectId: 'prj_nothing' } },
    code: 'not_found',
  },
  addCredentialVersion: {
    entries: ['credential_reference.versioned'],
    good: async () => ({ input: { id: await newReference(), secret: { token: 'another' } } }),
    bad: { input: { id: 'cref_nothing', secret: { token: 'another' } } },
    code: 'not_found',
  },
  destroyCredentialVersion: {
    entries: ['credential_reference.version_destroyed'],
    good: async () => ({ input: { id: await rotatedReference(), version: 1 } }),
    bad: { input: { id: 'cref_nothing', version: 1 } },
    code: 'not_found',
  },
  destroyCredentialReference: {
    entries: ['credential_reference.destroyed'],
    good: async () => ({ input: { id: await newReference() } }),
    bad: { input: { id: 'cref_nothing' } },
    code: 'not_found',
  },
  createConnector: {
    entries: ['connector.created'],
    good: async () => ({ input: description() }),
    bad: { input: { ...description(), url: 'https://example.com/openapi.json' } },
    code: 'validation_failed',
  },
  updateConnector: {
    entries: ['connector.updated'],
    good: async () => ({ input: { id: await newConnector(), name: description().name } }),
    bad: { input: { id: 'con_nothing', name: 'Another' } },
    code: 'not_found',
  },
  importConnector: {
    entries: ['connector.import_requested'],
    good: async () => ({ input: { id: await readConnector(), document: 'openapi: 3.1.0' } }),
    bad: { input: { id: 'con_nothing' } },
    code: 'not_found',
  },
  deleteConnector: {
    entries: ['connector.deleted'],
    good: async () => ({ input: { id: await newConnector() } }),
    bad: { input: { id: 'con_nothing' } },
    code: 'not_found',
  },
  createConnection: {
    entries: ['connection.created'],
    good: async () => ({ input: { ...(await connectionParts()), name: 'Shop' } }),
    bad: { input: { projectId: 'prj_nothing', connectorId: 'con_nothing', name: 'Shop' } },
    code: 'not_found',
  },
  updateConnection: {
    entries: ['connection.updated'],
    good: async () => ({ input: { id: await newConnection(), name: 'Another' } }),
    bad: { input: { id: 'conn_nothing', name: 'Another' } },
    code: 'not_found',
  },
  authorizeConnection: {
    entries: [openedAction, 'connection.authorization_requested'],
    good: async () => ({ input: { id: await newDraft() } }),
    bad: { input: { id: 'conn_nothing' } },
    code: 'not_found',
  },
  completeConnectionAuthorization: {
    entries: [openedAction, 'credential_reference.created', 'connection.authorized'],
    good: async () => {
      const { body } = await connections.act(await newDraft(), 'authorize');
      return { input: Object.fromEntries(await idp.visit(new URL(body.authorizationUrl))) };
    },
    bad: { input: { state: 'of nobody', code: 'a code' } },
    code: 'authorization_failed',
  },
  testConnection: {
    entries: [openedAction, 'connection.updated'],
    good: async () => {
      const test = { testedBy: 'whoAmI', accountPointer: '/id' };
      return { input: { id: (await connections.made(shop, test)).id } };
    },
    bad: { input: { id: 'conn_nothing' } },
    code: 'not_found',
  },
  disableConnection: {
    entries: ['connection.disabled'],
    good: async () => ({ input: { id: await newConnection() } }),
    bad: { input: { id: 'conn_nothing' } },
    code: 'not_found',
  },
  enableConnection: {
    entries: ['connection.enabled'],
    good: async () => {
      const id = await newConnection();
      await connections.act(id, 'disable');
      return { input: { id } };
    },
    bad: { input: { id: 'conn_nothing' } },
    code: 'not_found',
  },
  disconnectConnection: {
    entries: ['connection.disconnecting', 'connection.disconnected', 'credential_reference.destroyed'],
    good: async () => ({ input: { id: (await connections.made(shop)).id } }),
    bad: { input: { id: 'conn_nothing' } },
    code: 'not_found',
  },
  createMcpServer: {
    entries: ['mcp_server.created'],
    good: async () => ({
      input: { projectId: servers.projectId, name: `One more server ${(serverNames += 1)}` },
    }),
    bad: { input: { projectId: 'prj_nothing', name: 'Another' } },
    code: 'not_found',
  },
  updateMcpServer: {
    entries: ['mcp_server.updated'],
    good: async () => ({ input: { id: await newServer(), ifRowVersion: 1, description: 'Of the shop.' } }),
    bad: { input: { id: 'mcps_nothing', name: 'Another' } },
    code: 'not_found',
  },
  setMcpServerTools: {
    entries: ['mcp_server.updated'],
    good: async () => ({ input: { id: await newServer(), ifRowVersion: 1, tools: [] } }),
    bad: { input: { id: 'mcps_nothing', tools: [] } },
    code: 'not_found',
  },
  submitMcpServer: {
    entries: ['mcp_server.submitted', 'approval.requested'],
    good: async () => ({ input: { id: await newServer() } }),
    bad: { input: { id: 'mcps_nothing' } },
    code: 'not_found',
  },
  publishMcpServer: {
    entries: ['mcp_server.published'],
    good: async () => {
      const id = await newServer();
      await servers.act(id, 'submit');
      await servers.decide(id, 'approveRequest', heir);
      return { input: { id } };
    },
    bad: { input: { id: 'mcps_nothing' } },
    code: 'not_found',
  },
  quarantineMcpServer: {
    entries: ['mcp_server.quarantined'],
    good: async () => ({ input: { id: await publishedServer(), reason } }),
    bad: { input: { id: 'mcps_nothing', reason } },
    code: 'not_found',
  },
  deprecateMcpServer: {
    entries: ['mcp_server.deprecated'],
    good: async () => ({ input: { id: await publishedServer() } }),
    bad: { input: { id: 'mcps_nothing' } },
    code: 'not_found',
  },
  retireMcpServer: {
    entries: ['mcp_server.retired'],
    good: async () => ({ input: { id: await newServer() } }),
    bad: { input: { id: 'mcps_nothing' } },
    code: 'not_found',
  },
  createMcpCredential: {
    entries: ['mcp_credential.created'],
    good: async () => ({ input: { name: 'agent' } }),
    bad: { input: { name: 'agent', holderId: 'mem_nothing' } },
    code: 'validation_failed',
  },
  rotateMcpCredential: {
    entries: ['mcp_credential.rotated'],
    good: async () => ({ input: { id: await newMcpCredential() } }),
    bad: { input: { id: 'mcpc_nothing' } },
    code: 'not_found',
  },
  revokeMcpCredential: {
    entries: ['mcp_credential.revoked'],
    good: async () => ({ input: { id: await newMcpCredential(), reason } }),
    bad: { input: { id: 'mcpc_nothing' } },
    code: 'not_found',
  },
  revokeMcpConsent: {
    entries: ['mcp_consent.revoked'],
    good: async () => ({ input: { id: await newMcpConsent() } }),
    bad: { input: { id: 'mcpo_nothing' } },
    code: 'not_found',
  },
  createMcpClient: {
    entries: ['mcp_client.created'],
    good: async () => ({ input: desktopClient }),
    bad: { input: { ...desktopClient, redirectUris: ['http://evil.example/callback'] } },
    code: 'validation_failed',
  },
  updateMcpClient: {
    entries: ['mcp_client.updated'],
    good: async () => ({ input: { id: await newMcpClient(), name: 'Desk assistant 2' } }),
    bad: { input: { id: 'mcpk_nothing', name: 'Desk assistant 2' } },
    code: 'not_found',
  },
  deleteMcpClient: {
    entries: ['mcp_client.deleted'],
    good: async () => ({ input: { id: await newMcpClient() } }),
    bad: { input: { id: 'mcpk_nothing' } },
    code: 'not_found',
  },
  createMcpGrant: {
    entries: ['mcp_grant.created'],
    good: async () => ({ input: await newGrantInput() }),
    bad: { input: { ...grantOfNothing, credentialId: 'mcpc_nothing' } },
    code: 'not_found',
  },
  updateMcpGrant: {
    entries: ['mcp_grant.updated'],
    good: async () => ({ input: { id: await newMcpGrant(), rowLimit: 7 } }),
    bad: { input: { id: 'mcpg_nothing', rowLimit: 7 } },
    code: 'not_found',
  },
  moveMcpGrants: {
    entries: ['mcp_grant.updated'],
    good: async () => ({ input: await movedGrant() }),
    bad: { input: { fromVersionId: 'mcpv_nothing', toVersionId: 'mcpv_nothing' } },
    code: 'not_found',
  },
  revokeMcpGrant: {
    entries: ['mcp_grant.revoked'],
    good: async () => ({ input: { id: await newMcpGrant(), reason } }),
    bad: { input: { id: 'mcpg_nothing' } },
    code: 'not_found',
  },
  createWebhookEndpoint: {
    entries: ['webhook_endpoint.created'],
    good: async () => ({ input: receiverAt('LIVE') }),
    bad: { input: { ...receiverAt(), eventTypes: ['nothing.of_the_kind'] } },
    code: 'validation_failed',
  },
  updateWebhookEndpoint: {
    entries: ['webhook_endpoint.updated'],
    good: async () => ({ input: { id: await newWebhookEndpoint(), isOrdered: true } }),
    bad: { input: { id: 'whe_nothing', isOrdered: true } },
    code: 'not_found',
  },
  rotateWebhookSecret: {
    entries: ['webhook_endpoint.secret_rotated'],
    good: async () => ({ input: { id: await newWebhookEndpoint() } }),
    bad: noWebhookEndpoint,
    code: 'not_found',
  },
  pauseWebhookEndpoint: {
    entries: ['webhook_endpoint.paused'],
    good: async () => ({ input: { id: await newWebhookEndpoint() } }),
    bad: noWebhookEndpoint,
    code: 'not_found',
  },
  resumeWebhookEndpoint: {
    entries: ['webhook_endpoint.resumed'],
    good: async () => ({ input: await pausedWebhookEndpoint(webhookPlace) }),
    bad: noWebhookEndpoint,
    code: 'not_found',
  },
  enableWebhookEndpoint: {
    entries: ['webhook_endpoint.enabled'],
    good: async () => ({ input: await disabledWebhookEndpoint(webhookPlace) }),
    bad: noWebhookEndpoint,
    code: 'not_found',
  },
  deleteWebhookEndpoint: {
    entries: ['webhook_endpoint.deleted'],
    good: async () => ({ input: { id: await newWebhookEndpoint() } }),
    bad: noWebhookEndpoint,
    code: 'not_found',
  },
  sendWebhookSample: {
    entries: ['webhook_endpoint.sample_requested'],
    good: async () => ({ input: { endpointId: await newWebhookEndpoint(), type: 'application.created' } }),
    bad: { input: { endpointId: 'whe_nothing', type: 'application.created' } },
    code: 'not_found',
  },
  replayWebhookDeliveries: {
    entries: ['webhook_endpoint.replay_requested'],
    good: async () => ({ input: { endpointId: await newWebhookEndpoint(), since: longAgo } }),
    bad: { input: { endpointId: 'whe_nothing', since: longAgo } },
    code: 'not_found',
  },
  replayWebhookDelivery: {
    entries: ['webhook_delivery.replay_requested'],
    good: async () => ({ input: await webhookDelivery(webhookPlace) }),
    bad: { input: { id: 'whd_nothing' } },
    code: 'not_found',
  },
  createVault: {
    entries: ['vault.created'],
    good: async () => ({ input: vaultAt() }),
    bad: { input: { ...vaultAt(), address: 'vault.example.com' } },
    code: 'validation_failed',
  },
  updateVault: {
    entries: ['vault.updated'],
    good: async () => ({ input: { id: await newVault(), token: 'another' } }),
    bad: { input: { id: 'vlt_nothing', token: 'another' } },
    code: 'not_found',
  },
  deleteVault: {
    entries: ['vault.deleted'],
    good: async () => ({ input: { id: await newVault() } }),
    bad: { input: { id: 'vlt_nothing' } },
    code: 'not_found',
  },
  testVault: {
    entries: [openedAction],
    good: async () => ({ input: { id: await newVault() } }),
    bad: { input: { id: 'vlt_nothing' } },
    code: 'not_found',
  },
  deleteProject: {
    entries: ['project.deleted'],
    good: async () => ({ input: { id: await newProject() } }),
    bad: { input: { id: 'prj_nothing' } },
    code: 'not_found',
  },
  createSuccessorApiKey: {
    entries: ['api_key.created', 'api_key.successor_created'],
    good: async () => ({ input: { ...(await newKey()), name: 'next' } }),
    bad: { input: { id: 'key_nothing', name: 'next' } },
    code: 'not_found',
  },
  requestProductionAccess: {
    entries: ['approval.requested', 'application.production_access.submitted'],
    good: async () => ({
      input: { applicationId: await approvals.application(), ...submission },
      as: developer,
    }),
    bad: { input: { applicationId: 'app_nothing', ...submission } },
    code: 'not_found',
  },
  resubmitProductionAccess: {
    entries: ['approval.requested', 'application.production_access.submitted'],
    good: async () => {
      const asked = await approvals.ask(developer);
      await approvals.requestChanges(asked, owner);
      return { input: { applicationId: asked.applicationId, ...submission }, as: developer };
    },
    bad: { input: { applicationId: 'app_nothing', ...submission } },
    code: 'not_found',
  },
  suspendProductionAccess: {
    entries: ['application.production_access.suspended'],
    good: async () => ({ input: { applicationId: await approvedApplication(), reason } }),
    bad: { input: { applicationId: 'app_nothing', reason } },
    code: 'not_found',
  },
  revokeProductionAccess: {
    entries: ['application.production_access.revoked'],
    good: async () => ({ input: { applicationId: await approvedApplication(), reason } }),
    bad: { input: { applicationId: 'app_nothing', reason } },
    code: 'not_found',
  },
  approveRequest: {
    entries: ['application.production_access.approved', 'approval.approved', 'approval.executed'],
    good: async () => ({ input: await waiting() }),
    bad: { input: noRequest },
    code: 'not_found',
  },
  rejectRequest: {
    entries: ['application.production_access.rejected', 'approval.rejected'],
    good: async () => ({ input: { ...(await waiting()), comment: reason } }),
    bad: { input: { ...noRequest, comment: reason } },
    code: 'not_found',
  },
  requestChanges: {
    entries: ['application.production_access.changes_requested', 'approval.superseded'],
    good: async () => ({ input: { ...(await waiting()), comment: reason } }),
    bad: { input: { ...noRequest, comment: reason } },
    code: 'not_found',
  },
  decideRequests: {
    entries: ['application.production_access.rejected', 'approval.rejected'],
    good: async () => ({
      input: { decisions: [{ ...(await waiting()), verdict: 'REJECT', comment: reason }] },
    }),
    bad: { input: { decisions: [] } },
    code: 'validation_failed',
    refusal: { parts: 'answers { refusal { code } }', of: (answered) => answered.answers[0].refusal },
  },
  cancelRequest: {
    entries: ['application.production_access.withdrawn', 'approval.cancelled'],
    good: async () => {
      const { approvalRequestId } = await waiting();
      return { input: { approvalRequestId }, as: developer };
    },
    bad: { input: { approvalRequestId: 'apr_nothing' } },
    code: 'not_found',
  },
  commentOnRequest: {
    entries: ['approval.commented'],
    good: async () => {
      const { approvalRequestId } = await waiting();
      return { input: { approvalRequestId, comment: reason } };
    },
    bad: { input: { approvalRequestId: 'apr_nothing', comment: reason } },
    code: 'not_found',
  },
};
const rows = Object.entries(commands).map(([field, command]) => Object.assign({ field }, command));

describe('the audit entries of a command', () => {
  it('are listed here for every mutation of the schema', () => {
    const fields = Object.keys(schema.getMutationType()?.getFields() ?? {});

    // Commands of agents are tested in test/schema/agents/mcp-tool-call.
    const told = [...Object.keys(commands), 'requestGrantedCapability'];
    expect(told.toSorted()).toEqual(fields.toSorted());
  });

  it.each(rows)(
    '$field: $entries, by the caller, with an event for each entry that is not personal',
    async (row) => {
      const call = await row.good();
      const before = await counted();

      const answer = await send(row.field, call);

      expect(answer.body.errors).toBeUndefined();
      const entries = await AuditEntry.query(knex).orderBy('id').offset(before.entries);
      expect(entries.map(({ action }) => action)).toEqual(row.entries);
      const requestId = answer.headers['x-request-id'];
      for (const entry of entries) expect(entry).toMatchObject({ outcome: 'SUCCESS', origin: { requestId } });
      const who = publicFields.has(row.field) ? 'per_' : `${(call.as ?? owner).personId}$`;
      const by = row.by ?? new RegExp(`^(MEMBER|PERSON) ${who}`);
      for (const { actor } of entries) expect(`${actor.kind} ${actor.personId}`).toMatch(by);
      const told = row.entries.filter((action) => !untold.has(action));
      const events = await Event.query(knex).orderBy('id').offset(before.events);
      expect(events.map(({ type }) => type)).toEqual(told);
    },
  );

  it.each(rows)('$field refused as $code: at most a denial', async ({ field, bad, code, denied = 0 }) => {
    t.clock.advance({ minutes: 1 });
    const before = await counted();

    const answer = await send(field, bad);

    expect(answer.body.errors[0].extensions.code).toBe(code);
    const entries = await AuditEntry.query(knex).orderBy('id').offset(before.entries);
    expect(entries.map(({ outcome }) => outcome)).toEqual(Array(denied).fill('DENIED'));
    expect(await counted()).toEqual({ events: before.events, entries: before.entries + denied });
    t.clock.advance({ minutes: -1 });
  });
});

describe('a command whose entry cannot be written', () => {
  beforeAll(async () => {
    await knex.raw(`
      create function test_refuse() returns trigger language plpgsql as 'begin raise exception ''full''; end';
      create trigger test_full before insert on audit_entry for each row execute function test_refuse();
      alter table audit_entry disable trigger test_full;
    `);
  });
  afterAll(async () => {
    await knex.raw('drop trigger test_full on audit_entry; drop function test_refuse;');
  });

  it.each(rows.filter(({ entries }) => entries.length > 0))(
    '$field changes nothing',
    async ({ field, good, refusal }) => {
      const call = await good();
      await knex.raw('alter table audit_entry enable trigger test_full');
      const before = await contentsOf(database);

      const answer = await send(field, call, refusal?.parts);

      const told = answer.body.data?.[field] ?? null;
      expect(refusal ? refusal.of(told) : answer.body.errors[0].extensions).toMatchObject({
        code: 'internal_error',
        ...(!refusal && { status: 500 }),
      });
      expect(refusal ? null : told).toBeNull();
      expect(await contentsOf(database)).toEqual(before);
      await knex.raw('alter table audit_entry disable trigger test_full');
    },
  );
});

function keyInput(applicationId: string) {
  return { applicationId, environment: 'SANDBOX', name: 'ci', scopes: ['write'] };
}

async function send(field: string, { input, as = owner }: Call, parts = '__typename') {
  const isPublic = publicFields.has(field);
  const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { ${field}(input: $input) { ${parts} } }`;
  const caller = isPublic ? {} : { as, ...(members.has(as) && { workspace: workspaceId }) };
  return await t.graphql(query, { input }, caller);
}

async function counted(): Promise<{ entries: number; events: number }> {
  return { entries: await AuditEntry.query(knex).resultSize(), events: await Event.query(knex).resultSize() };
}
