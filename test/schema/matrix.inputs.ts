import { Event } from '../../db/models/event.ts';
import { Invitation } from '../../db/models/invitation.ts';
import { Member, type Role } from '../../db/models/member.ts';
import type { Caller } from '../../schema/access/caller.ts';
import type { Permission } from '../../schema/access/permissions.ts';
import { Refusal, type ErrorCode } from '../../schema/errors.ts';
import type { idPrefixes } from '../../schema/id.ts';
import { answerPasswordResets } from '../../schema/session/answer-password-resets.ts';
import type { TestApp } from '../support/app.ts';
import { automationOf } from '../support/automations.ts';
import { Capability } from '../../db/models/capability.ts';
import { authorizeConnection } from '../../schema/connection/authorize.ts';
import { findConnection } from '../../schema/connection/find.ts';
import { createContext } from '../../schema/create-context.ts';
import { usualBounds } from '../../schema/gateway/provider.ts';
import { mintSelection } from '../../schema/selection/handle.ts';
import { runImports } from '../../schema/connector/run-imports.ts';
import { connectionsOf, oauthDocument, openIdDocument } from '../support/connections.ts';
import type { OidcProvider } from '../support/oidc-provider.ts';
import type { Provider } from '../support/provider.ts';
import type { KeyValueVault } from '../support/key-value-vault.ts';
import { tokenMailedTo } from '../support/mail.ts';
import { cast, somebody, type CastMember, type Somebody } from '../support/people.ts';

/** A workspace and its owner, who makes what the operations are tried on. */
export interface Place {
  t: TestApp;
  owner: Somebody;
  /** An administrator beside the owner, who decides what the owner asks for. */
  colleague: CastMember;
  workspaceId: string;
  /** A vault that somebody else runs. */
  vault: KeyValueVault;
  /** A provider with an API, and one that people sign in to. */
  provider: Provider;
  openId: OidcProvider;
  /** The person who tries the operations as an owner. */
  tryingOwner?: string;
}

export type Ids = Record<string, string>;

/** Whoever is about to call and may. */
export interface Calling {
  email: string | null;
  arrived: Caller | Refusal;
}

/** How an operation is called. A root field without a row fails the matrix. */
export interface Row {
  operation: string;
  /** Which row it is, where an operation has several. */
  of?: string;
  /** Makes what the operation is about, in a given workspace; the caller is known where they may. */
  subject?: (place: Place, calling?: Calling) => Promise<Ids>;
  /** Which of the subject's ids is tried as a foreign and as a missing one; none where the subject is no row. */
  id?: readonly [name: string, kind: keyof typeof idPrefixes];
  /** Not every row belongs to a workspace. */
  isNeverForeign?: true;
  args: (ids: Ids) => Record<string, unknown>;
  /**
   * The permission that the field cannot declare alone, and whether it is asked for before the row is read; or another
   * in its place; and how the refusal goes on after it.
   */
  needs?: { permission: Permission; before: 'ANY_ROW' | 'OWN_ROW'; orElse?: Permission; sentence?: string };
  /** The verb itself lets no automation in, whatever its role. */
  isOfPeople?: true;
  /** What it takes where the row is not their own, and is judged before it is known whether there is one. */
  reads?: Permission;
  /** The role that alone finds the subject, where the field itself asks for none. */
  onlyFor?: Role;
  /** How it ends for those who may, where it cannot succeed yet. */
  ends?: ErrorCode;
  /** The subject is the caller's own, also where it is only read. */
  isOfCaller?: true;
  /** What the payload shows once, under another name than `secret`. */
  shows?: string;
  /** The caller is another one afterwards, so each call is made by somebody new of the kind. */
  spendsCaller?: true;
}

const password = 'correct horse battery staple';
const page = { first: 1 };
let made = 0;

async function send(
  { t, owner, workspaceId }: Pick<Place, 't' | 'owner' | 'workspaceId'>,
  method: 'POST' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<Ids> {
  const answer = await t.rest(method, path, { as: owner, workspace: workspaceId, body });
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${JSON.stringify(answer.body)}`);
  return answer.body;
}

async function person({ t }: Place): Promise<Ids> {
  const { personId } = await somebody(t, 'Newcomer');
  return { personId };
}

async function member(place: Place): Promise<Ids> {
  const added = await send(place, 'POST', '/api/console/members', {
    ...(await person(place)),
    role: 'VIEWER',
  });
  return { id: String(added['id']) };
}

const newAddress = () => `invited-${(made += 1)}@example.com`;

async function invitation(place: Place): Promise<Ids> {
  const body = { email: newAddress(), role: 'VIEWER' };
  const { id = '' } = await send(place, 'POST', '/api/console/invitations', body);
  return { id };
}

async function invitationToken(place: Place): Promise<Ids> {
  const email = newAddress();
  await send(place, 'POST', '/api/console/invitations', { email, role: 'VIEWER' });
  return { token: await tokenMailedTo(place.t, email) };
}

/** An invitation that a minute has passed since; the clock goes on for everything else too. */
async function agedInvitation(place: Place): Promise<Ids> {
  const ids = await invitation(place);
  await Invitation.query(place.t.ports.database.knex)
    .findById(ids['id'] ?? '')
    .patch({ sentAt: new Date(place.t.clock.now().getTime() - 60_000) });
  return ids;
}

/** An invitation of the caller, into a workspace that is new to them. */
async function ownInvitation({ t }: Place, calling?: Calling): Promise<Ids> {
  const email = calling?.email ?? newAddress();
  const { owner, workspaceId } = await cast(t);
  const place = { t, owner, colleague: owner, workspaceId };
  await send(place, 'POST', '/api/console/invitations', { email, role: 'VIEWER' });
  return { token: await tokenMailedTo(t, email) };
}

/** A workspace of its own in which a membership waits for who will call, or for somebody else. */
async function unconfirmedMembership({ t, colleague }: Place, calling?: Calling): Promise<Ids> {
  const { owner, workspaceId } = await cast(t);
  const arrived = calling?.arrived;
  const isPerson = arrived && !(arrived instanceof Refusal) && arrived.kind === 'PERSON';
  const personId = isPerson ? arrived.personId : colleague.personId;
  const place = { t, owner, colleague, workspaceId };
  const { id = '' } = await send(place, 'POST', '/api/console/members', { personId, role: 'VIEWER' });
  await Member.query(t.ports.database.knex).findById(id).patch({ status: 'UNCONFIRMED' });
  return { workspaceId };
}

async function mailedToken({ t, ...place }: Place, path: string): Promise<Ids> {
  const { email } = await somebody(t, 'Forgetful');
  if (path === 'password-reset') {
    await t.rest('POST', '/api/auth/password-reset', { body: { email } });
    await answerPasswordResets(t.ports);
  }
  return { token: await tokenMailedTo(t, email), password: place.owner.password };
}

async function suspendedMember(place: Place): Promise<Ids> {
  const ids = await member(place);
  await send(place, 'POST', `/api/console/members/${ids['id']}/suspend`);
  return ids;
}

async function session(place: Place): Promise<Ids> {
  const { personId, token } = await somebody(place.t, 'Colleague');
  await send(place, 'POST', '/api/console/members', { personId, role: 'VIEWER' });
  const me = await place.t.rest('GET', '/api/developer-portal/me', { as: token });
  return { id: me.body.session.id };
}

async function automation({ t, ...place }: Place): Promise<Ids> {
  const { automationId, credentialId, secret } = await automationOf(t, place);
  return { id: automationId, automationId, credentialId, secret };
}

async function automationToOffer(place: Place): Promise<Ids> {
  const { id = '' } = await automation(place);
  return { id, toMemberId: place.colleague.memberId };
}

/** Offered to who will call, or to somebody else. */
async function offeredAutomation(place: Place, calling?: Calling): Promise<Ids> {
  const { id = '' } = await automation(place);
  const arrived = calling?.arrived;
  const mine =
    arrived && !(arrived instanceof Refusal) && arrived.kind === 'PERSON' ? arrived.membership : null;
  const toMemberId = mine?.memberId ?? place.colleague.memberId;
  await send(place, 'POST', `/api/console/automations/${id}/offer`, { toMemberId });
  return { id };
}

async function automationCredential(place: Place): Promise<Ids> {
  const { credentialId = '', automationId = '' } = await automation(place);
  return { id: credentialId, automationId };
}

async function application(place: Place): Promise<Ids> {
  const { id = '' } = await send(place, 'POST', '/api/console/applications', { name: 'Checkout' });
  return { id, applicationId: id };
}

const references = '/api/console/connect/credential-references';
const secretOf = (token = 'a token of a provider') => ({
  kind: 'BEARER',
  provider: 'github',
  secret: { token },
});

async function reference(place: Place): Promise<Ids> {
  const { id: projectId } = await project(place);
  return { ...(await send(place, 'POST', references, { ...secretOf(), projectId })), version: '1' };
}

async function rotatedReference(place: Place): Promise<Ids> {
  const { id = '' } = await reference(place);
  await send(place, 'POST', `${references}/${id}/versions`, { secret: { token: 'another' } });
  return { id };
}

const vaultAt = ({ address, token }: Pick<KeyValueVault, 'address' | 'token'>) => ({
  name: `Vault ${(made += 1)}`,
  driver: 'KEY_VALUE',
  address,
  mount: 'secret',
  token,
});

async function vault(place: Place): Promise<Ids> {
  return await send(place, 'POST', '/api/console/connect/vaults', vaultAt(place.vault));
}

const description = () => ({
  name: `Connector ${(made += 1)}`,
  source: 'OPENAPI',
  document: 'openapi: 3.1.0',
});

async function connector(place: Place): Promise<Ids> {
  return await send(place, 'POST', '/api/console/connect/connectors', description());
}

/** One that is not being imported. */
async function readConnector(place: Place): Promise<Ids> {
  const ids = await connector(place);
  await runImports(place.t.ports, new AbortController().signal);
  return ids;
}

/** One for each workspace, since reading a description takes a process. */
const described = new Map<string, Promise<Ids>>();

async function describedConnector(place: Place): Promise<Ids> {
  const known = described.get(place.workspaceId) ?? makeDescribed(place);
  described.set(place.workspaceId, known);
  return await known;
}

async function makeDescribed(place: Place): Promise<Ids> {
  const { id = '' } = await send(place, 'POST', '/api/console/connect/connectors', {
    ...description(),
    document: oauthDocument,
  });
  await runImports(place.t.ports, new AbortController().signal);
  const path = `/api/console/connect/connectors/${id}/capabilities`;
  const { body } = await place.t.rest('GET', path, { as: place.owner, workspace: place.workspaceId });
  return { connectorId: id, capabilityId: body.data[0].id };
}

async function newConnection(place: Place): Promise<Ids> {
  return await connectionWith(place, {});
}

async function connectionWith(place: Place, more: object): Promise<Ids> {
  const { connectorId = '', capabilityId = '' } = await describedConnector(place);
  const projectId = (await project(place))['id'];
  const body = { name: 'Ours', projectId, connectorId, ...more };
  const { id = '' } = await send(place, 'POST', '/api/console/connect/connections', body);
  return { id, connectorId, capabilityId };
}

async function describedCapability(place: Place): Promise<Ids> {
  const { capabilityId = '' } = await describedConnector(place);
  return { id: capabilityId };
}

/** One that its provider answers to, with a test. */
async function workingConnection(place: Place): Promise<Ids> {
  const connections = connectionsOf(place.t, place);
  const { id, connectorId } = await connections.made(place.provider, { testedBy: 'whoAmI' });
  return { id, connectorId };
}

async function selectionOf(place: Place, calling?: Calling): Promise<Ids> {
  if (!calling || calling.arrived instanceof Refusal) return { selection: 'sel_AAAA' };
  const ctx = createContext(place.t.ports, nobody, calling.arrived);
  const { id = '', connectorId = '' } = await workingConnection(place);
  const capability = await Capability.inWorkspace(ctx)
    .findOne({ connectorId, key: 'whoAmI' })
    .throwIfNotFound();
  const connection = await findConnection(ctx, id);
  return { selection: mintSelection(ctx, capability, { connection, bounds: usualBounds }).selection };
}

/** What a browser brings back to whoever calls. */
async function returnOf(place: Place, calling?: Calling): Promise<Ids> {
  const bogus = { state: 'of nobody', code: 'a code' };
  if (!calling || calling.arrived instanceof Refusal || calling.arrived.kind !== 'PERSON') return bogus;
  const secret = { kind: 'OAUTH2_CLIENT', secret: place.openId.client };
  const connections = connectionsOf(place.t, place);
  const document = openIdDocument(place.openId);
  const { id } = await connections.made({ document }, { secret, scopes: ['openid'] });
  const ctx = createContext(place.t.ports, nobody, calling.arrived);
  const begun = await authorizeConnection(ctx, { id });
  return Object.fromEntries(await place.openId.visit(new URL(begun.secret ?? '')));
}

const nobody = { requestId: 'req', ip: null, userAgent: null, idempotencyKey: null, traceparent: null };

async function disabledConnection(place: Place): Promise<Ids> {
  const ids = await newConnection(place);
  await send(place, 'POST', `/api/console/connect/connections/${ids['id']}/disable`);
  return ids;
}

async function connectionToAuthorize(place: Place): Promise<Ids> {
  const { id: projectId = '' } = await project(place);
  const secret = { clientId: 'an id', clientSecret: 'a secret' };
  const client = { projectId, provider: 'shop', kind: 'OAUTH2_CLIENT', secret };
  const { id: credentialReferenceId = '' } = await send(place, 'POST', references, client);
  return await connectionWith(place, { projectId, credentialReferenceId });
}

async function projectToConnect(place: Place): Promise<Ids> {
  const { connectorId = '' } = await describedConnector(place);
  return { ...(await project(place)), connectorId };
}

async function project(place: Place): Promise<Ids> {
  const { id = '' } = await send(place, 'POST', '/api/console/projects', { name: `Project ${(made += 1)}` });
  return { id };
}

async function suspendedApplication(place: Place): Promise<Ids> {
  const ids = await application(place);
  await send(place, 'POST', `/api/console/applications/${ids['id']}/suspend`);
  return ids;
}

async function deletedApplication(place: Place): Promise<Ids> {
  const ids = await application(place);
  await send(place, 'DELETE', `/api/console/applications/${ids['id']}`);
  return ids;
}

async function key(place: Place): Promise<Ids> {
  const { applicationId = '' } = await application(place);
  const path = `/api/console/applications/${applicationId}/keys`;
  const body = { name: 'ci', environment: 'SANDBOX', scopes: ['read'] };
  const { id = '' } = await send(place, 'POST', path, body);
  return { id, applicationId };
}

const submission = {
  useCase: 'Takes the payments of our own web shop, about a hundred a day.',
  dataCategories: ['payments'],
  expectedVolume: '100 a day',
  securityContact: 'security@example.com',
  requestedProducts: ['payments'],
};

async function productionRequest(place: Place): Promise<Ids> {
  const { t, owner: as, workspaceId: workspace } = place;
  const { applicationId = '' } = await application(place);
  const { body } = await t.graphql(
    `mutation ($input: RequestProductionAccessInput!) {
      requestProductionAccess(input: $input) { productionAccess { approvalRequest { id subjectDigest } } }
    }`,
    { input: { applicationId, ...submission } },
    { as, workspace },
  );
  const { id, subjectDigest } = body.data.requestProductionAccess.productionAccess.approvalRequest;
  return { id, applicationId, approvalRequestId: id, subjectDigest };
}

async function decided(place: Place, verb: string, comment: string): Promise<Ids> {
  const ids = await productionRequest(place);
  const { approvalRequestId, subjectDigest } = ids;
  const type = `${verb.charAt(0).toUpperCase()}${verb.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { ${verb}(input: $input) { approvalRequest { status } } }`;
  const variables = { input: { approvalRequestId, subjectDigest, comment } };
  const { body } = await place.t.graphql(query, variables, {
    as: place.colleague,
    workspace: place.workspaceId,
  });
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  return ids;
}

const changesRequested = async (place: Place) => await decided(place, 'requestChanges', 'Say how much more.');
const approvedAccess = async (place: Place) => await decided(place, 'approveRequest', 'Well argued.');

async function liveKey(place: Place): Promise<Ids> {
  const { applicationId = '' } = await approvedAccess(place);
  const path = `/api/console/applications/${applicationId}/keys`;
  const { id = '' } = await send(place, 'POST', path, { ...newKey, environment: 'LIVE' });
  return { id, applicationId };
}

async function liveKeyWithSecret(place: Place): Promise<Ids> {
  const { applicationId = '' } = await approvedAccess(place);
  const path = `/api/console/applications/${applicationId}/keys`;
  const { secret = '' } = await send(place, 'POST', path, { ...newKey, environment: 'LIVE' });
  return { key: secret };
}

async function nothingAsked({ t, owner: as, workspaceId: workspace }: Place): Promise<Ids> {
  const query = '{ approvalRequests(first: 100, status: [PENDING]) { edges { node { id kind } } } }';
  const { body } = await t.graphql(query, {}, { as, workspace });
  const edges: { node: { id: string; kind: string } }[] = body.data.approvalRequests.edges;
  for (const { node } of edges.filter((edge) => edge.node.kind === 'WORKSPACE_DELETE'))
    await t.rest('POST', `/api/console/approvals/${node.id}/cancel`, { as, workspace });
  return {};
}

/** A workspace of its own, of which the one who tries is an owner as well. */
async function deletingWorkspace({ t, owner, colleague, tryingOwner }: Place): Promise<Ids> {
  const founded = await t.rest('POST', '/api/developer-portal/workspaces', {
    as: owner,
    body: { name: 'Gone' },
  });
  const id: string = founded.body.id;
  const place = { t, owner, colleague, workspaceId: id };
  await send(place, 'POST', '/api/console/members', { personId: colleague.personId, role: 'ADMIN' });
  if (tryingOwner)
    await send(place, 'POST', '/api/console/members', { personId: tryingOwner, role: 'OWNER' });
  const asked = await t.rest('DELETE', '/api/console/workspace', { as: owner, workspace: id });
  const { subjectDigest } = asked.body;
  const path = `/api/console/approvals/${asked.body.id}/approve`;
  const { status } = await t.rest('POST', path, { as: colleague, workspace: id, body: { subjectDigest } });
  if (status !== 200) throw new Error('The deletion was not approved.');
  return { id };
}

async function lastEvent({ t, workspaceId }: Place): Promise<Ids> {
  const event = await Event.query(t.ports.database.knex).where({ workspaceId }).first().throwIfNotFound();
  return { id: event.id };
}

async function refreshToken({ t, owner: { email } }: Place): Promise<Ids> {
  const answer = await t.rest('POST', '/api/auth/sign-in', { body: { email, password } });
  return { refreshToken: answer.body.refreshToken };
}

const newKey = { name: 'ci', scopes: ['read'] };
const account = () => ({ email: `matrix-${(made += 1)}@example.com`, password });
const input = (ids: Ids) => ({ input: ids });
const inputId = ({ id }: Ids) => ({ input: { id } });
const decision = ({ approvalRequestId, subjectDigest }: Ids) => ({
  input: { approvalRequestId, subjectDigest, comment: 'As we have agreed.' },
});
const mayDecide = { permission: 'production_access:approve', before: 'OWN_ROW' } as const;
const requestOf = { subject: productionRequest, id: ['approvalRequestId', 'approvalRequest'] } as const;
const ending = ({ applicationId }: Ids) => ({
  input: { applicationId, reason: 'Keys were found in a paste.' },
});
const accessOf = { subject: approvedAccess, id: ['applicationId', 'application'] } as const;
const sandboxKeyOf = { subject: key, id: ['id', 'apiKey'], of: 'a sandbox key', args: input } as const;
const credentialOf = {
  subject: automationCredential,
  id: ['id', 'automationCredential'],
  args: input,
} as const;
const liveKeyOf = { subject: liveKey, id: ['id', 'apiKey'], of: 'a live key', args: input } as const;

// oxfmt-ignore
export const rows: Row[] = [
  { operation: 'me', args: () => ({}) },
  { operation: 'workspaces', args: () => page },
  { operation: 'workspace', args: () => ({}) },
  { operation: 'members', args: () => page },
  { operation: 'member', subject: member, id: ['id', 'member'], args: ({ id }) => ({ id }) },
  { operation: 'roles', args: () => ({}) },
  { operation: 'applications', args: () => page },
  { operation: 'application', subject: application, id: ['id', 'application'], args: ({ id }) => ({ id }) },
  { operation: 'apiKeys', subject: application, id: ['applicationId', 'application'], args: ({ applicationId }) => ({ ...page, applicationId }) },
  { operation: 'apiKey', subject: key, id: ['id', 'apiKey'], args: (ids) => ids },
  { operation: 'verifyApiKey', subject: liveKeyWithSecret, args: ({ key: secret }) => ({ key: secret }) },
  { operation: 'events', args: () => page },
  { operation: 'eventCursor', args: () => ({}) },
  { operation: 'event', subject: lastEvent, id: ['id', 'event'], args: ({ id }) => ({ id }) },
  { operation: 'sessions', args: () => page },
  { operation: 'auditEntries', args: () => page },
  { operation: 'auditVerification', args: () => ({}) },
  { operation: 'sandboxHealth', args: () => ({}) },
  { operation: 'sandboxEcho', args: () => ({ message: 'hello' }) },
  { operation: 'sandboxValidate', args: () => ({ input: {} }) },

  { operation: 'signUp', args: () => ({ input: { ...account(), name: 'Ada', workspaceName: 'Engines' } }) },
  { operation: 'signIn', subject: async ({ owner: { email } }) => ({ email }), args: ({ email }) => ({ input: { email, password } }) },
  { operation: 'refreshSession', subject: refreshToken, args: input },
  { operation: 'signOut', args: () => ({ input: {} }), spendsCaller: true },
  { operation: 'changePassword', args: () => ({ input: { currentPassword: password, newPassword: password } }) },
  { operation: 'requestEmailVerification', args: () => ({ input: {} }) },
  { operation: 'verifyEmail', subject: async (place) => await mailedToken(place, 'verify-email'), args: ({ token }) => ({ input: { token } }) },
  { operation: 'requestPasswordReset', args: () => ({ input: { email: newAddress() } }) },
  { operation: 'resetPassword', subject: async (place) => await mailedToken(place, 'password-reset'), args: input },
  { operation: 'revokeSession', subject: session, id: ['id', 'session'], args: inputId, needs: { permission: 'sessions:revoke', before: 'ANY_ROW' } },

  { operation: 'createWorkspace', args: () => ({ input: { name: 'Another' } }), spendsCaller: true },
  { operation: 'updateWorkspace', args: () => ({ input: { name: 'Renamed' } }) },
  { operation: 'deleteWorkspace', subject: nothingAsked, args: () => ({ input: {} }) },
  { operation: 'restoreWorkspace', subject: deletingWorkspace, id: ['id', 'workspace'], onlyFor: 'OWNER', args: inputId },
  { operation: 'deletingWorkspaces', args: () => page },

  { operation: 'addMember', subject: person, id: ['personId', 'person'], isNeverForeign: true, args: ({ personId }) => ({ input: { personId, role: 'VIEWER' } }) },
  { operation: 'changeMemberRole', subject: member, id: ['id', 'member'], args: ({ id }) => ({ input: { id, role: 'ANALYST' } }) },
  { operation: 'suspendMember', subject: member, id: ['id', 'member'], args: inputId },
  { operation: 'reactivateMember', subject: suspendedMember, id: ['id', 'member'], args: inputId },
  { operation: 'removeMember', subject: member, id: ['id', 'member'], args: inputId },

  { operation: 'confirmMembership', subject: unconfirmedMembership, id: ['workspaceId', 'workspace'], args: input, spendsCaller: true },
  { operation: 'declineMembership', subject: unconfirmedMembership, id: ['workspaceId', 'workspace'], args: input },

  { operation: 'invitations', args: () => page },
  { operation: 'invitation', subject: invitation, id: ['id', 'invitation'], args: ({ id }) => ({ id }) },
  { operation: 'inviteMember', args: () => ({ input: { email: newAddress(), role: 'VIEWER' } }) },
  { operation: 'resendInvitation', subject: agedInvitation, id: ['id', 'invitation'], args: inputId },
  { operation: 'revokeInvitation', subject: invitation, id: ['id', 'invitation'], args: inputId },
  { operation: 'invitationByToken', subject: invitationToken, args: ({ token }) => ({ token }) },
  { operation: 'declineInvitation', subject: invitationToken, args: input },
  { operation: 'acceptInvitation', of: 'one’s own', subject: ownInvitation, args: input, spendsCaller: true },
  { operation: 'acceptInvitation', of: 'somebody else’s', subject: invitationToken, args: input, ends: 'invitation_email_mismatch' },

  { operation: 'automations', args: () => page },
  { operation: 'automation', subject: automation, id: ['id', 'automation'], args: ({ id }) => ({ id }) },
  { operation: 'automationCredentials', subject: automation, id: ['automationId', 'automation'], args: ({ automationId }) => ({ ...page, automationId }) },
  { operation: 'createAutomation', args: () => ({ input: { name: 'Nightly build', role: 'VIEWER' } }) },
  { operation: 'updateAutomation', subject: automation, id: ['id', 'automation'], args: ({ id }) => ({ input: { id, name: 'Renamed' } }) },
  { operation: 'removeAutomation', subject: automation, id: ['id', 'automation'], args: inputId },
  { operation: 'offerAutomation', subject: automationToOffer, id: ['id', 'automation'], args: input },
  { operation: 'adoptAutomation', subject: offeredAutomation, id: ['id', 'automation'], args: inputId },
  { operation: 'createAutomationCredential', subject: automation, id: ['automationId', 'automation'], args: ({ automationId }) => ({ input: { automationId, name: 'ci' } }) },
  { operation: 'rotateAutomationCredential', ...credentialOf },
  { operation: 'revokeAutomationCredential', ...credentialOf },
  { operation: 'issueAutomationToken', subject: automation, args: ({ secret }) => ({ input: { secret } }) },

  { operation: 'projects', args: () => page },
  { operation: 'project', subject: project, id: ['id', 'project'], args: ({ id }) => ({ id }) },
  { operation: 'createProject', args: () => ({ input: { name: `Project ${(made += 1)}` } }) },
  { operation: 'updateProject', subject: project, id: ['id', 'project'], args: ({ id }) => ({ input: { id, description: 'Changed' } }) },
  { operation: 'deleteProject', subject: project, id: ['id', 'project'], args: inputId },

  { operation: 'credentialReferences', args: () => page },
  { operation: 'credentialReference', subject: reference, id: ['id', 'credentialReference'], args: ({ id }) => ({ id }) },
  { operation: 'createCredentialReference', subject: project, id: ['id', 'project'], args: ({ id: projectId }) => ({ input: { ...secretOf(), projectId } }) },
  { operation: 'addCredentialVersion', subject: reference, id: ['id', 'credentialReference'], args: ({ id }) => ({ input: { id, secret: { token: 'another' } } }) },
  { operation: 'destroyCredentialVersion', subject: rotatedReference, id: ['id', 'credentialReference'], args: ({ id }) => ({ input: { id, version: 1 } }) },
  { operation: 'destroyCredentialReference', subject: reference, id: ['id', 'credentialReference'], args: inputId },
  { operation: 'vaults', args: () => page },
  { operation: 'vault', subject: vault, id: ['id', 'vault'], args: ({ id }) => ({ id }) },
  { operation: 'createVault', args: () => ({ input: vaultAt({ address: 'https://vault.example.com', token: 'hvs.token' }) }) },
  { operation: 'updateVault', subject: vault, id: ['id', 'vault'], args: ({ id }) => ({ input: { id, token: 'another' } }) },
  { operation: 'deleteVault', subject: vault, id: ['id', 'vault'], args: inputId },
  { operation: 'testVault', subject: vault, id: ['id', 'vault'], args: inputId },

  { operation: 'readyMadeConnectors', args: () => ({}) },
  { operation: 'readyMadeConnector', args: () => ({ id: 'github' }) },
  { operation: 'connectors', args: () => page },
  { operation: 'connector', subject: connector, id: ['id', 'connector'], args: ({ id }) => ({ id }) },
  { operation: 'connectorCapabilities', subject: connector, id: ['id', 'connector'], args: ({ id }) => ({ connectorId: id, ...page }) },
  { operation: 'capabilities', args: () => ({ query: 'orders', ...page }) },
  { operation: 'createConnector', args: () => ({ input: description() }) },
  { operation: 'updateConnector', subject: connector, id: ['id', 'connector'], args: ({ id }) => ({ input: { id, name: `Connector ${(made += 1)}` } }) },
  { operation: 'importConnector', subject: readConnector, id: ['id', 'connector'], args: ({ id }) => ({ input: { id, document: 'openapi: 3.1.0' } }) },
  { operation: 'connections', args: () => page },
  { operation: 'connection', subject: newConnection, id: ['id', 'connection'], args: ({ id }) => ({ id }) },
  { operation: 'createConnection', subject: projectToConnect, id: ['id', 'project'], args: ({ id, connectorId }) => ({ input: { projectId: id, connectorId, name: 'Another' } }) },
  { operation: 'updateConnection', subject: newConnection, id: ['id', 'connection'], args: ({ id }) => ({ input: { id, name: `Connection ${(made += 1)}` } }) },
  { operation: 'authorizeConnection', subject: connectionToAuthorize, id: ['id', 'connection'], args: inputId, shows: 'authorizationUrl' },
  { operation: 'completeConnectionAuthorization', subject: returnOf, args: input },
  { operation: 'testConnection', subject: workingConnection, id: ['id', 'connection'], args: inputId },
  { operation: 'disableConnection', subject: newConnection, id: ['id', 'connection'], args: inputId },
  { operation: 'enableConnection', subject: disabledConnection, id: ['id', 'connection'], args: inputId },
  { operation: 'disconnectConnection', subject: newConnection, id: ['id', 'connection'], args: inputId },
  { operation: 'capability', subject: describedCapability, id: ['id', 'capability'], args: ({ id }) => ({ id }) },
  { operation: 'readCapability', subject: selectionOf, isOfCaller: true, args: input },
  { operation: 'deleteConnector', subject: connector, id: ['id', 'connector'], args: inputId },

  { operation: 'createApplication', args: () => ({ input: { name: 'Checkout' } }) },
  { operation: 'updateApplication', subject: application, id: ['id', 'application'], args: ({ id }) => ({ input: { id, name: 'Renamed' } }) },
  { operation: 'suspendApplication', subject: application, id: ['id', 'application'], args: inputId },
  { operation: 'reactivateApplication', subject: suspendedApplication, id: ['id', 'application'], args: inputId },
  { operation: 'deleteApplication', subject: application, id: ['id', 'application'], args: inputId },
  { operation: 'restoreApplication', subject: deletedApplication, id: ['id', 'application'], args: inputId },

  { operation: 'approvalRequests', args: () => page },
  { operation: 'approvalRequest', ...requestOf, args: ({ approvalRequestId }) => ({ id: approvalRequestId }) },
  { operation: 'approveRequest', ...requestOf, args: decision, needs: mayDecide },
  { operation: 'rejectRequest', ...requestOf, args: decision, needs: mayDecide },
  { operation: 'requestChanges', ...requestOf, args: decision, needs: mayDecide },
  { operation: 'decideRequests', subject: productionRequest, args: ({ approvalRequestId, subjectDigest }) => ({ input: { decisions: [{ approvalRequestId, subjectDigest, verdict: 'REJECT', comment: 'Say how much more.' }] } }) },
  { operation: 'cancelRequest', ...requestOf, reads: 'approvals:read', args: ({ approvalRequestId }) => ({ input: { approvalRequestId } }), needs: { permission: 'production_access:approve', before: 'OWN_ROW', sentence: '. Without it, only who is behind the request cancels it, or the automation that asked.' } },
  { operation: 'commentOnRequest', ...requestOf, args: ({ approvalRequestId }) => ({ input: { approvalRequestId, comment: 'For how long?' } }), needs: { permission: 'approvals:decide', orElse: 'production_access:request', before: 'OWN_ROW' }, isOfPeople: true },

  { operation: 'productionAccess', subject: productionRequest, id: ['applicationId', 'application'], args: ({ applicationId }) => ({ applicationId }) },
  { operation: 'productionAccessRevisions', subject: productionRequest, id: ['applicationId', 'application'], args: ({ applicationId }) => ({ ...page, applicationId }) },
  { operation: 'requestProductionAccess', subject: application, id: ['applicationId', 'application'], args: ({ applicationId }) => ({ input: { applicationId, ...submission } }) },
  { operation: 'resubmitProductionAccess', subject: changesRequested, id: ['applicationId', 'application'], args: ({ applicationId }) => ({ input: { applicationId, ...submission } }) },
  { operation: 'suspendProductionAccess', ...accessOf, args: ending },
  { operation: 'revokeProductionAccess', ...accessOf, args: ending },

  { operation: 'createApiKey', of: 'a sandbox key', subject: application, id: ['applicationId', 'application'], args: ({ applicationId }) => ({ input: { ...newKey, applicationId, environment: 'SANDBOX' } }), needs: { permission: 'api_keys:create_sandbox', before: 'ANY_ROW' } },
  { operation: 'createApiKey', of: 'a live key', subject: approvedAccess, id: ['applicationId', 'application'], args: ({ applicationId }) => ({ input: { ...newKey, applicationId, environment: 'LIVE' } }), needs: { permission: 'api_keys:create_live', before: 'ANY_ROW' } },
  { operation: 'createSuccessorApiKey', ...sandboxKeyOf, args: ({ id, applicationId }) => ({ input: { id, applicationId, name: 'next' } }), needs: { permission: 'api_keys:create_sandbox', before: 'OWN_ROW' } },
  { operation: 'createSuccessorApiKey', ...liveKeyOf, args: ({ id, applicationId }) => ({ input: { id, applicationId, name: 'next' } }), needs: { permission: 'api_keys:create_live', before: 'OWN_ROW' } },
  { operation: 'rotateApiKey', ...sandboxKeyOf, needs: { permission: 'api_keys:rotate_sandbox', before: 'OWN_ROW' } },
  { operation: 'rotateApiKey', ...liveKeyOf, needs: { permission: 'api_keys:rotate_live', before: 'OWN_ROW' } },
  { operation: 'revokeApiKey', ...sandboxKeyOf, needs: { permission: 'api_keys:revoke_sandbox', before: 'OWN_ROW' } },
  { operation: 'revokeApiKey', ...liveKeyOf, needs: { permission: 'api_keys:revoke_live', before: 'OWN_ROW' } },
];
