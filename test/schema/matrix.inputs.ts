import type { Role } from '../../db/models/member.ts';
import type { Permission } from '../../schema/kernel/access/permissions.ts';
import type { ErrorCode } from '../../schema/values/error-table.ts';
import type { idPrefixes } from '../../schema/values/id.ts';
import {
  application,
  approvedAccess,
  changesRequested,
  deletedApplication,
  deletingWorkspace,
  key,
  liveKey,
  liveKeyWithSecret,
  newKey,
  nothingAsked,
  productionRequest,
  submission,
  suspendedApplication,
} from './matrix.applications.ts';
import {
  approvedMcpServer,
  grantable,
  mcpClient,
  mcpConsent,
  mcpCredential,
  mcpGrant,
  mcpServer,
  mcpToolCall,
  movableGrants,
  projectWithTool,
  publishedMcpServer,
} from './matrix.mcp.ts';
import {
  agedInvitation,
  automation,
  automationCredential,
  automationToOffer,
  invitation,
  invitationToken,
  lastEvent,
  mailedToken,
  signUpRequest,
  member,
  newAddress,
  nothingProved,
  offeredAutomation,
  ownInvitation,
  person,
  refreshToken,
  session,
  suspendedMember,
  unconfirmedMembership,
} from './matrix.people.ts';
import {
  assignable,
  assignment,
  draft,
  explorable,
  liveVersion,
  newProduct,
  product,
  named,
  publishedVersion,
  testReceipt,
  shopDocument,
  supersededVersion,
} from './matrix.products.ts';
import {
  disabledWebhookEndpoint,
  pausedWebhookEndpoint,
  receiverAt,
  webhookDelivery,
  webhookEndpoint,
} from './matrix.webhooks.ts';
import { nextNumber, password, type Calling, type Ids, type Place } from './matrix.place.ts';
import {
  connectionToAuthorize,
  connector,
  describedCapability,
  description,
  disabledConnection,
  newConnection,
  project,
  projectToConnect,
  readConnector,
  reference,
  returnOf,
  rotatedReference,
  secretOf,
  selectionOf,
  vault,
  vaultAt,
  workingConnection,
} from './matrix.providers.ts';

/** How to call an operation. A root field without a row fails the matrix. */
export interface Row {
  operation: string;
  /** Distinguishes the rows of an operation that has several. */
  of?: string;
  /** Creates the subject of the operation in a workspace. `calling` is given for a caller who may succeed. */
  subject?: (place: Place, calling?: Calling) => Promise<Ids>;
  /** The id to replace with a foreign and an unknown one. Omitted if the subject is no row. */
  id?: readonly [name: string, kind: keyof typeof idPrefixes];
  /** Set if the row belongs to no workspace. */
  isNeverForeign?: true;
  args: (ids: Ids) => Record<string, unknown>;
  /**
   * A permission that the field cannot declare alone, checked before any row is read or only for an own row.
   * `orElse` may replace it, and `sentence` ends the refusal.
   */
  needs?: { permission: Permission; before: 'ANY_ROW' | 'OWN_ROW'; orElse?: Permission; sentence?: string };
  /** The verb itself admits no automation, whatever its role. */
  isOfPeople?: true;
  /** The permission for a row that is not the caller's own, checked before the row is read. */
  reads?: Permission;
  /** The only role that finds the subject, if the field itself requires none. */
  onlyFor?: Role;
  /** The error for permitted callers, if the operation cannot succeed here. */
  ends?: ErrorCode;
  /** The subject belongs to the caller, even for a read. */
  isOfCaller?: true;
  /** The answer to an agent without grants, if it is not OK. */
  toAgents?: string;
  /** The payload field that is returned once, if its name is not `secret`. */
  shows?: string;
  /** The payload field that a replay leaves null. */
  forgets?: string;
  /** The actions of the audit entries that a success writes, in this order. Set for every mutation that can succeed. */
  writes?: string;
  /** The mutation stores nothing, so it writes no entry and replays nothing. */
  storesNothing?: true;
  /** The operation changes its caller, so that each call needs a new caller of the same kind. */
  spendsCaller?: true;
}

const page = { first: 1 };
const span = { from: '2026-11-19T00:00:00.000Z', bucket: 'HOUR' };
const account = () => ({ email: `matrix-${nextNumber()}@example.com`, password });
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
  { operation: 'instance', args: () => ({}) },
  { operation: 'me', args: () => ({}) },
  { operation: 'workspaces', args: () => page },
  { operation: 'workspace', args: () => ({}) },
  { operation: 'search', args: () => ({ query: 'Checkout' }) },
  { operation: 'members', args: () => page },
  { operation: 'member', subject: member, id: ['id', 'member'], args: ({ id }) => ({ id }) },
  { operation: 'roles', args: () => ({}) },
  { operation: 'applications', args: () => page },
  { operation: 'application', subject: application, id: ['id', 'application'], args: ({ id }) => ({ id }) },
  { operation: 'apiKeys', subject: application, id: ['applicationId', 'application'], args: ({ applicationId }) => ({ ...page, applicationId }) },
  { operation: 'apiKey', subject: key, id: ['id', 'apiKey'], args: (ids) => ids },
  { operation: 'apiKeyCalls', of: 'an application', subject: application, id: ['applicationId', 'application'], args: ({ applicationId }) => ({ ...span, applicationId }) },
  { operation: 'apiKeyCalls', of: 'a key', subject: key, id: ['id', 'apiKey'], args: ({ applicationId, id }) => ({ ...span, applicationId, apiKeyId: id }) },
  { operation: 'verifyApiKey', subject: liveKeyWithSecret, args: ({ key: secret }) => ({ key: secret }) },
  { operation: 'events', args: () => page },
  { operation: 'eventCursor', args: () => ({}) },
  { operation: 'event', subject: lastEvent, id: ['id', 'event'], args: ({ id }) => ({ id }) },
  { operation: 'eventTypes', args: () => page },
  { operation: 'eventType', args: () => ({ type: 'api_key.rotated' }) },
  { operation: 'sessions', args: () => page },
  { operation: 'auditEntries', args: () => page },
  { operation: 'auditVerification', args: () => ({}) },
  { operation: 'applicationSandbox', subject: application, id: ['applicationId', 'application'], args: ({ applicationId }) => ({ applicationId }) },
  { operation: 'sandboxHealth', args: () => ({}) },
  { operation: 'sandboxEcho', args: () => ({ message: 'hello' }) },
  { operation: 'sandboxValidate', args: () => ({ input: {} }) },
  { operation: 'callSandboxProduct', args: () => ({ input: { call: { slug: 'shop', major: 1, method: 'POST', path: '/orders', query: '', headers: {}, body: { form: 'NONE' } } } }), ends: 'product_not_assigned' },
  { operation: 'callLiveProduct', args: () => ({ input: { call: { slug: 'shop', major: 1, method: 'POST', path: '/orders', query: '', headers: {}, body: { form: 'NONE' } } } }), ends: 'product_not_assigned' },
  { operation: 'liveProduct', args: () => ({ call: { slug: 'shop', major: 1, method: 'GET', path: '/orders/1', query: '', headers: {}, body: { form: 'NONE' } } }), ends: 'product_not_assigned' },
  { operation: 'sandboxProduct', args: () => ({ call: { slug: 'shop', major: 1, method: 'GET', path: '/orders/1', query: '', headers: {}, body: { form: 'NONE' } } }), ends: 'product_not_assigned' },

  { operation: 'signUp', args: () => ({ input: { ...account(), name: 'Ada', workspaceName: 'Engines' } }), writes: 'workspace.created member.joined person.signed_up' },
  { operation: 'confirmSignUp', subject: signUpRequest, args: input, writes: 'workspace.created member.joined person.signed_up' },
  { operation: 'signIn', subject: async ({ owner: { email } }) => ({ email }), args: ({ email }) => ({ input: { email, password } }), writes: 'session.created' },
  { operation: 'refreshSession', subject: refreshToken, args: input, writes: 'session.refreshed' },
  { operation: 'signOut', args: () => ({ input: {} }), spendsCaller: true, writes: 'session.signed_out' },
  { operation: 'changePassword', args: () => ({ input: { currentPassword: password, newPassword: password } }), writes: 'person.password_changed' },
  { operation: 'requestEmailVerification', subject: nothingProved, args: () => ({ input: {} }), spendsCaller: true, writes: 'person.email_verification_sent' },
  { operation: 'verifyEmail', subject: async (place) => await mailedToken(place, 'verify-email'), args: ({ token }) => ({ input: { token } }), writes: 'person.email_verified' },
  { operation: 'requestPasswordReset', args: () => ({ input: { email: newAddress() } }), writes: '' },
  { operation: 'resetPassword', subject: async (place) => await mailedToken(place, 'password-reset'), args: input, writes: 'member.reclaimed person.email_verified person.password_reset' },
  { operation: 'revokeSession', subject: session, id: ['id', 'session'], args: inputId, needs: { permission: 'sessions:revoke', before: 'ANY_ROW' }, writes: 'member.sessions_revoked' },

  { operation: 'createWorkspace', args: () => ({ input: { name: 'Another' } }), spendsCaller: true, writes: 'workspace.created member.joined' },
  { operation: 'updateWorkspace', args: () => ({ input: { name: `Renamed ${nextNumber()}` } }), writes: 'workspace.updated' },
  { operation: 'deleteWorkspace', subject: nothingAsked, args: () => ({ input: {} }), writes: 'approval.requested workspace.deletion.requested' },
  { operation: 'restoreWorkspace', subject: deletingWorkspace, id: ['id', 'workspace'], onlyFor: 'OWNER', args: inputId, writes: 'workspace.restored' },
  { operation: 'deletingWorkspaces', args: () => page },

  { operation: 'addMember', subject: person, id: ['personId', 'person'], isNeverForeign: true, args: ({ personId }) => ({ input: { personId, role: 'VIEWER' } }), writes: 'member.joined' },
  { operation: 'changeMemberRole', subject: member, id: ['id', 'member'], args: ({ id }) => ({ input: { id, role: 'ANALYST' } }), writes: 'member.role_changed' },
  { operation: 'suspendMember', subject: member, id: ['id', 'member'], args: inputId, writes: 'member.suspended' },
  { operation: 'reactivateMember', subject: suspendedMember, id: ['id', 'member'], args: inputId, writes: 'member.reactivated' },
  { operation: 'removeMember', subject: member, id: ['id', 'member'], args: inputId, writes: 'member.removed' },

  { operation: 'confirmMembership', subject: unconfirmedMembership, id: ['workspaceId', 'workspace'], args: input, spendsCaller: true, writes: 'member.confirmed' },
  { operation: 'declineMembership', subject: unconfirmedMembership, id: ['workspaceId', 'workspace'], args: input, writes: 'member.removed' },

  { operation: 'invitations', args: () => page },
  { operation: 'invitation', subject: invitation, id: ['id', 'invitation'], args: ({ id }) => ({ id }) },
  { operation: 'inviteMember', args: () => ({ input: { email: newAddress(), role: 'VIEWER' } }), writes: 'invitation.created' },
  { operation: 'resendInvitation', subject: agedInvitation, id: ['id', 'invitation'], args: inputId, writes: 'invitation.resent' },
  { operation: 'revokeInvitation', subject: invitation, id: ['id', 'invitation'], args: inputId, writes: 'invitation.revoked' },
  { operation: 'invitationByToken', subject: invitationToken, args: ({ token }) => ({ token }) },
  { operation: 'declineInvitation', subject: invitationToken, args: input, writes: 'invitation.declined' },
  { operation: 'acceptInvitation', of: 'one’s own', subject: ownInvitation, args: input, spendsCaller: true, writes: 'invitation.accepted member.joined' },
  { operation: 'acceptInvitation', of: 'somebody else’s', subject: invitationToken, args: input, ends: 'invitation_email_mismatch' },

  { operation: 'automations', args: () => page },
  { operation: 'automation', subject: automation, id: ['id', 'automation'], args: ({ id }) => ({ id }) },
  { operation: 'automationCredentials', subject: automation, id: ['automationId', 'automation'], args: ({ automationId }) => ({ ...page, automationId }) },
  { operation: 'createAutomation', args: () => ({ input: { name: 'Nightly build', role: 'VIEWER' } }), writes: 'member.joined member.automation.created' },
  { operation: 'updateAutomation', subject: automation, id: ['id', 'automation'], args: ({ id }) => ({ input: { id, name: 'Renamed' } }), writes: 'member.automation.updated' },
  { operation: 'removeAutomation', subject: automation, id: ['id', 'automation'], args: inputId, writes: 'member.removed' },
  { operation: 'offerAutomation', subject: automationToOffer, id: ['id', 'automation'], args: input, writes: 'member.automation.offered' },
  { operation: 'adoptAutomation', subject: offeredAutomation, id: ['id', 'automation'], args: inputId, writes: 'member.automation.adopted' },
  { operation: 'createAutomationCredential', subject: automation, id: ['automationId', 'automation'], args: ({ automationId }) => ({ input: { automationId, name: 'ci' } }), writes: 'member.automation.credential_created' },
  { operation: 'rotateAutomationCredential', ...credentialOf, writes: 'member.automation.credential_rotated' },
  { operation: 'revokeAutomationCredential', ...credentialOf, writes: 'member.automation.credential_revoked' },
  { operation: 'issueAutomationToken', subject: automation, args: ({ secret }) => ({ input: { secret } }), writes: 'member.automation.token_issued' },

  { operation: 'projects', args: () => page },
  { operation: 'project', subject: project, id: ['id', 'project'], args: ({ id }) => ({ id }) },
  { operation: 'createProject', args: () => ({ input: { name: `Project ${nextNumber()}` } }), writes: 'project.created' },
  { operation: 'updateProject', subject: project, id: ['id', 'project'], args: ({ id }) => ({ input: { id, description: 'Changed' } }), writes: 'project.updated' },
  { operation: 'deleteProject', subject: project, id: ['id', 'project'], args: inputId, writes: 'project.deleted' },

  { operation: 'credentialReferences', args: () => page },
  { operation: 'credentialReference', subject: reference, id: ['id', 'credentialReference'], args: ({ id }) => ({ id }) },
  { operation: 'createCredentialReference', subject: project, id: ['id', 'project'], args: ({ id: projectId }) => ({ input: { ...secretOf(), projectId } }), writes: 'credential_reference.created' },
  { operation: 'addCredentialVersion', subject: reference, id: ['id', 'credentialReference'], args: ({ id }) => ({ input: { id, secret: { token: 'another' } } }), writes: 'credential_reference.versioned' },
  { operation: 'destroyCredentialVersion', subject: rotatedReference, id: ['id', 'credentialReference'], args: ({ id }) => ({ input: { id, version: 1 } }), writes: 'credential_reference.version_destroyed' },
  { operation: 'destroyCredentialReference', subject: reference, id: ['id', 'credentialReference'], args: inputId, writes: 'credential_reference.destroyed' },
  { operation: 'vaults', args: () => page },
  { operation: 'vault', subject: vault, id: ['id', 'vault'], args: ({ id }) => ({ id }) },
  { operation: 'createVault', args: () => ({ input: vaultAt({ address: 'https://vault.example.com', token: 'hvs.token' }) }), writes: 'vault.created' },
  { operation: 'updateVault', subject: vault, id: ['id', 'vault'], args: ({ id }) => ({ input: { id, token: 'another' } }), writes: 'vault.updated' },
  { operation: 'deleteVault', subject: vault, id: ['id', 'vault'], args: inputId, writes: 'vault.deleted' },
  { operation: 'testVault', subject: vault, id: ['id', 'vault'], args: inputId, writes: 'secret.opened' },

  { operation: 'readyMadeConnectors', args: () => ({}) },
  { operation: 'readyMadeConnector', args: () => ({ id: 'github' }) },
  { operation: 'connectors', args: () => page },
  { operation: 'connector', subject: connector, id: ['id', 'connector'], args: ({ id }) => ({ id }) },
  { operation: 'connectorCapabilities', subject: connector, id: ['id', 'connector'], args: ({ id }) => ({ connectorId: id, ...page }) },
  { operation: 'capabilities', args: () => ({ query: 'orders', ...page }) },
  { operation: 'createConnector', args: () => ({ input: description() }), writes: 'connector.created' },
  { operation: 'updateConnector', subject: connector, id: ['id', 'connector'], args: ({ id }) => ({ input: { id, name: `Connector ${nextNumber()}` } }), writes: 'connector.updated' },
  { operation: 'importConnector', subject: readConnector, id: ['id', 'connector'], args: ({ id }) => ({ input: { id, document: 'openapi: 3.1.0' } }), writes: 'connector.import_requested' },
  { operation: 'connections', args: () => page },
  { operation: 'connection', subject: newConnection, id: ['id', 'connection'], args: ({ id }) => ({ id }) },
  { operation: 'gatewayCalls', subject: newConnection, id: ['id', 'connection'], args: ({ id }) => ({ ...span, connectionId: id }) },
  { operation: 'createConnection', subject: projectToConnect, id: ['id', 'project'], args: ({ id, connectorId }) => ({ input: { projectId: id, connectorId, name: 'Another' } }), writes: 'connection.created' },
  { operation: 'updateConnection', subject: newConnection, id: ['id', 'connection'], args: ({ id }) => ({ input: { id, name: `Connection ${nextNumber()}` } }), writes: 'connection.updated' },
  { operation: 'authorizeConnection', subject: connectionToAuthorize, id: ['id', 'connection'], args: inputId, shows: 'authorizationUrl', writes: 'secret.opened connection.authorization_requested' },
  { operation: 'completeConnectionAuthorization', subject: returnOf, args: input, writes: 'secret.opened credential_reference.created connection.authorized' },
  { operation: 'testConnection', subject: workingConnection, id: ['id', 'connection'], args: inputId, writes: 'secret.opened connection.updated' },
  { operation: 'disableConnection', subject: newConnection, id: ['id', 'connection'], args: inputId, writes: 'connection.disabled' },
  { operation: 'enableConnection', subject: disabledConnection, id: ['id', 'connection'], args: inputId, writes: 'connection.enabled' },
  { operation: 'disconnectConnection', subject: workingConnection, id: ['id', 'connection'], args: inputId, writes: 'connection.disconnecting connection.disconnected credential_reference.destroyed' },
  { operation: 'capability', subject: describedCapability, id: ['id', 'capability'], args: ({ id }) => ({ id }) },
  { operation: 'readCapability', subject: selectionOf, isOfCaller: true, args: input },
  { operation: 'deleteConnector', subject: connector, id: ['id', 'connector'], args: inputId, writes: 'connector.deleted' },

  { operation: 'mcpServers', args: () => page },
  { operation: 'mcpServer', subject: mcpServer, id: ['id', 'mcpServer'], args: ({ id }) => ({ id }) },
  { operation: 'mcpServerVersions', subject: mcpServer, id: ['id', 'mcpServer'], args: ({ id }) => ({ serverId: id, ...page }) },
  { operation: 'createMcpServer', subject: projectWithTool, id: ['id', 'project'], args: ({ id, ...tool }) => ({ input: { projectId: id, name: `Server ${nextNumber()}`, tools: [tool] } }), writes: 'mcp_server.created' },
  { operation: 'updateMcpServer', subject: mcpServer, id: ['id', 'mcpServer'], args: ({ id }) => ({ input: { id, ifRowVersion: 1, name: `Server ${nextNumber()}` } }), writes: 'mcp_server.updated' },
  { operation: 'setMcpServerTools', subject: mcpServer, id: ['id', 'mcpServer'], args: ({ id }) => ({ input: { id, ifRowVersion: 1, tools: [] } }), writes: 'mcp_server.updated' },
  { operation: 'submitMcpServer', subject: mcpServer, id: ['id', 'mcpServer'], args: inputId, writes: 'mcp_server.submitted approval.requested' },
  { operation: 'publishMcpServer', subject: approvedMcpServer, id: ['id', 'mcpServer'], args: inputId, writes: 'mcp_server.published' },
  { operation: 'quarantineMcpServer', subject: publishedMcpServer, id: ['id', 'mcpServer'], args: ({ id }) => ({ input: { id, reason: 'Its provider was broken into.' } }), writes: 'mcp_server.quarantined' },
  { operation: 'deprecateMcpServer', subject: publishedMcpServer, id: ['id', 'mcpServer'], args: inputId, writes: 'mcp_server.deprecated' },
  { operation: 'retireMcpServer', subject: mcpServer, id: ['id', 'mcpServer'], args: inputId, writes: 'mcp_server.retired' },

  { operation: 'mcpClients', args: () => page },
  { operation: 'mcpClient', subject: mcpClient, id: ['id', 'mcpClient'], args: ({ id }) => ({ id }) },
  { operation: 'createMcpClient', args: () => ({ input: { name: 'Desk assistant', redirectUris: ['http://127.0.0.1/callback'] } }), writes: 'mcp_client.created' },
  { operation: 'updateMcpClient', subject: mcpClient, id: ['id', 'mcpClient'], args: ({ id }) => ({ input: { id, name: 'Desk assistant 2' } }), writes: 'mcp_client.updated' },
  { operation: 'deleteMcpClient', subject: mcpClient, id: ['id', 'mcpClient'], args: inputId, writes: 'mcp_client.deleted' },
  { operation: 'mcpCredentials', args: () => page },
  { operation: 'mcpCredential', subject: mcpCredential, id: ['id', 'mcpCredential'], args: ({ id }) => ({ id }) },
  { operation: 'createMcpCredential', args: () => ({ input: { name: 'agent' } }), writes: 'mcp_credential.created' },
  { operation: 'rotateMcpCredential', subject: mcpCredential, id: ['id', 'mcpCredential'], args: inputId, writes: 'mcp_credential.rotated' },
  { operation: 'revokeMcpCredential', subject: mcpCredential, id: ['id', 'mcpCredential'], args: inputId, writes: 'mcp_credential.revoked' },
  { operation: 'mcpConsents', args: () => page },
  { operation: 'revokeMcpConsent', subject: mcpConsent, id: ['id', 'mcpConsent'], isNeverForeign: true, args: inputId, writes: 'mcp_consent.revoked' },
  { operation: 'mcpGrants', args: () => page },
  { operation: 'mcpGrant', subject: mcpGrant, id: ['id', 'mcpGrant'], args: ({ id }) => ({ id }) },
  { operation: 'createMcpGrant', subject: grantable, id: ['id', 'mcpCredential'], args: ({ id, ...tool }) => ({ input: { credentialId: id, mode: 'read', ...tool } }), writes: 'mcp_grant.created' },
  { operation: 'updateMcpGrant', subject: mcpGrant, id: ['id', 'mcpGrant'], args: ({ id }) => ({ input: { id, rowLimit: 10 } }), writes: 'mcp_grant.updated' },
  { operation: 'moveMcpGrants', subject: movableGrants, id: ['toVersionId', 'mcpServerVersion'], args: input, writes: 'mcp_grant.updated' },
  { operation: 'revokeMcpGrant', subject: mcpGrant, id: ['id', 'mcpGrant'], args: inputId, writes: 'mcp_grant.revoked' },
  { operation: 'grantedCapabilities', args: () => page },
  { operation: 'grantedCapability', subject: describedCapability, id: ['id', 'capability'], args: ({ id }) => ({ id }), toAgents: '404 not_found' },
  { operation: 'readGrantedCapability', subject: selectionOf, args: input, toAgents: '409 selection_stale' },
  { operation: 'requestGrantedCapability', subject: selectionOf, args: input, toAgents: '409 selection_stale' },
  { operation: 'requestedToolCall', subject: mcpToolCall, id: ['id', 'mcpToolCall'], args: ({ id }) => ({ id }), toAgents: '404 not_found' },
  { operation: 'mcpToolCalls', args: () => page },
  { operation: 'toolCallStats', args: () => span },
  { operation: 'mcpToolCall', subject: mcpToolCall, id: ['id', 'mcpToolCall'], args: ({ id }) => ({ id }) },

  { operation: 'webhookEndpoints', args: () => page },
  { operation: 'webhookEndpoint', subject: webhookEndpoint, id: ['id', 'webhookEndpoint'], args: ({ id }) => ({ id }) },
  { operation: 'createWebhookEndpoint', args: () => ({ input: receiverAt('LIVE') }), writes: 'webhook_endpoint.created' },
  { operation: 'updateWebhookEndpoint', subject: webhookEndpoint, id: ['id', 'webhookEndpoint'], args: ({ id }) => ({ input: { id, description: `Receiver ${nextNumber()}` } }), writes: 'webhook_endpoint.updated' },
  { operation: 'rotateWebhookSecret', subject: webhookEndpoint, id: ['id', 'webhookEndpoint'], args: inputId, writes: 'webhook_endpoint.secret_rotated' },
  { operation: 'pauseWebhookEndpoint', subject: webhookEndpoint, id: ['id', 'webhookEndpoint'], args: inputId, writes: 'webhook_endpoint.paused' },
  { operation: 'resumeWebhookEndpoint', subject: pausedWebhookEndpoint, id: ['id', 'webhookEndpoint'], args: inputId, writes: 'webhook_endpoint.resumed' },
  { operation: 'enableWebhookEndpoint', subject: disabledWebhookEndpoint, id: ['id', 'webhookEndpoint'], args: inputId, writes: 'webhook_endpoint.enabled' },
  { operation: 'deleteWebhookEndpoint', subject: webhookEndpoint, id: ['id', 'webhookEndpoint'], args: inputId, writes: 'webhook_endpoint.deleted' },
  { operation: 'sendWebhookSample', subject: webhookEndpoint, id: ['id', 'webhookEndpoint'], args: ({ id }) => ({ input: { endpointId: id, type: 'application.created' } }), writes: 'webhook_endpoint.sample_requested' },
  { operation: 'replayWebhookDeliveries', subject: webhookEndpoint, id: ['id', 'webhookEndpoint'], args: ({ id }) => ({ input: { endpointId: id, since: '2020-01-01T00:00:00.000Z' } }), writes: 'webhook_endpoint.replay_requested' },
  { operation: 'deliveryStats', subject: webhookEndpoint, id: ['id', 'webhookEndpoint'], args: ({ id }) => ({ ...span, endpointId: id }) },
  { operation: 'webhookDeliveries', args: () => page },
  { operation: 'webhookDelivery', subject: webhookDelivery, id: ['id', 'webhookDelivery'], args: ({ id }) => ({ id }) },
  { operation: 'replayWebhookDelivery', subject: webhookDelivery, id: ['id', 'webhookDelivery'], args: inputId, writes: 'webhook_delivery.replay_requested' },

  { operation: 'createApplication', args: () => ({ input: { name: 'Checkout' } }), writes: 'application.created' },
  { operation: 'updateApplication', subject: application, id: ['id', 'application'], args: ({ id }) => ({ input: { id, name: 'Renamed' } }), writes: 'application.updated' },
  { operation: 'suspendApplication', subject: application, id: ['id', 'application'], args: inputId, writes: 'application.suspended' },
  { operation: 'reactivateApplication', subject: suspendedApplication, id: ['id', 'application'], args: inputId, writes: 'application.reactivated' },
  { operation: 'deleteApplication', subject: application, id: ['id', 'application'], args: inputId, writes: 'application.deleted' },
  { operation: 'restoreApplication', subject: deletedApplication, id: ['id', 'application'], args: inputId, writes: 'application.restored' },

  { operation: 'apiProducts', args: () => page },
  { operation: 'apiProduct', subject: product, id: ['id', 'apiProduct'], args: ({ id }) => ({ id }) },
  { operation: 'createApiProduct', subject: product, args: () => ({ input: newProduct() }), writes: 'api_product.created' },
  { operation: 'updateApiProduct', subject: product, id: ['id', 'apiProduct'], args: ({ id }) => ({ input: { id, name: `Product ${nextNumber()}` } }), writes: 'api_product.updated' },
  { operation: 'retireApiProduct', subject: product, id: ['id', 'apiProduct'], args: inputId, writes: 'api_product.retired' },
  { operation: 'apiProductVersions', subject: product, id: ['id', 'apiProduct'], args: ({ id }) => ({ ...page, productId: id }) },
  { operation: 'apiProductVersion', subject: draft, id: ['id', 'apiProductVersion'], args: ({ id }) => ({ id }) },
  { operation: 'apiProductChanges', subject: draft, id: ['productId', 'apiProduct'], args: ({ id, productId }) => ({ productId, from: id, to: id }) },
  { operation: 'createApiProductVersion', subject: product, id: ['id', 'apiProduct'], args: ({ id }) => ({ input: { productId: id, document: shopDocument } }), writes: 'api_product.version_created' },
  { operation: 'updateApiProductVersion', subject: draft, id: ['id', 'apiProductVersion'], args: ({ id }) => ({ input: { id, requestChecks: 'REPORT' } }), writes: 'api_product.version_updated' },
  { operation: 'publishApiProductVersion', subject: draft, id: ['id', 'apiProductVersion'], args: inputId, writes: 'api_product.version_published' },
  { operation: 'discardApiProductVersion', subject: draft, id: ['id', 'apiProductVersion'], args: inputId, writes: 'api_product.version_discarded' },
  { operation: 'deprecateApiProductVersion', subject: publishedVersion, id: ['id', 'apiProductVersion'], args: inputId, writes: 'api_product.version_deprecated' },
  { operation: 'retireApiProductVersion', subject: supersededVersion, id: ['id', 'apiProductVersion'], args: inputId, writes: 'api_product.version_retired' },

  { operation: 'activateApiProductVersion', subject: publishedVersion, id: ['id', 'apiProductVersion'], args: inputId, writes: 'approval.requested' },
  { operation: 'deactivateApiProductVersion', subject: liveVersion, id: ['id', 'apiProductVersion'], args: inputId, writes: 'api_product.version_deactivated' },
  { operation: 'reference', args: () => ({}) },
  { operation: 'referenceOperation', args: () => ({ operationId: 'me' }) },
  { operation: 'referenceChanges', subject: named, args: ({ slug }) => ({ from: `${slug}@v1.1`, to: `${slug}@v1.1` }) },
  { operation: 'referenceChangelog', args: () => page },
  { operation: 'productAssignments', of: 'a product', subject: product, id: ['productId', 'apiProduct'], args: ({ productId, id }) => ({ ...page, productId: productId ?? id }) },
  { operation: 'productAssignments', of: 'an application', subject: application, id: ['applicationId', 'application'], args: ({ applicationId }) => ({ ...page, applicationId }) },
  { operation: 'resetSandbox', subject: application, id: ['applicationId', 'application'], args: ({ applicationId }) => ({ input: { applicationId } }), writes: 'sandbox.reset' },
  { operation: 'setSandboxClock', subject: application, id: ['applicationId', 'application'], args: ({ applicationId }) => ({ input: { applicationId, time: '2027-01-01T00:00:00.000Z' } }), writes: 'sandbox.clock_set' },
  { operation: 'testReceipts', subject: application, id: ['applicationId', 'application'], args: ({ applicationId }) => ({ ...page, applicationId }) },
  { operation: 'testReceipt', subject: testReceipt, id: ['id', 'testReceipt'], args: ({ id }) => ({ id }) },
  { operation: 'productCoverage', subject: application, id: ['applicationId', 'application'], args: ({ applicationId }) => ({ applicationId }) },
  { operation: 'verifyTestReceipt', subject: testReceipt, args: ({ receipt }) => ({ receipt }) },
  { operation: 'callExplorer', subject: explorable, id: ['applicationId', 'application'], args: ({ applicationId, keyId, product: name }) => ({ input: { applicationId, keyId, product: name, operationId: 'getOrder', parameters: { path: { id: '7' } } } }), writes: 'sandbox.explored', forgets: 'answer' },
  { operation: 'checkSampleData', subject: explorable, id: ['applicationId', 'application'], args: ({ applicationId, product: name }) => ({ input: { applicationId, product: name, operationId: 'createBasket', samples: [{ item: 'tea' }] } }), writes: 'sandbox.check_completed' },
  { operation: 'revokeTestReceipt', subject: testReceipt, id: ['id', 'testReceipt'], args: inputId, writes: 'sandbox.receipt_revoked' },
  { operation: 'assignApiProduct', subject: assignable, id: ['applicationId', 'application'], args: ({ applicationId, productId }) => ({ input: { applicationId, productId, major: 1 } }), writes: 'application.product.assigned' },
  { operation: 'updateProductAssignment', subject: assignment, id: ['id', 'productAssignment'], args: ({ id }) => ({ input: { id, quota: { limit: 100, period: 'DAY' } } }), writes: 'application.product.updated' },
  { operation: 'unassignApiProduct', subject: assignment, id: ['id', 'productAssignment'], args: inputId, writes: 'application.product.unassigned' },

  { operation: 'approvalRequests', args: () => page },
  { operation: 'approvalStats', args: () => span },
  { operation: 'approvalRequest', ...requestOf, args: ({ approvalRequestId }) => ({ id: approvalRequestId }) },
  { operation: 'approveRequest', ...requestOf, args: decision, needs: mayDecide, writes: 'application.production_access.approved approval.approved approval.executed' },
  { operation: 'rejectRequest', ...requestOf, args: decision, needs: mayDecide, writes: 'application.production_access.rejected approval.rejected' },
  { operation: 'requestChanges', ...requestOf, args: decision, needs: mayDecide, writes: 'application.production_access.changes_requested approval.superseded' },
  { operation: 'decideRequests', subject: productionRequest, args: ({ approvalRequestId, subjectDigest }) => ({ input: { decisions: [{ approvalRequestId, subjectDigest, verdict: 'REJECT', comment: 'Say how much more.' }] } }), writes: 'application.production_access.rejected approval.rejected' },
  { operation: 'cancelRequest', ...requestOf, reads: 'approvals:read', args: ({ approvalRequestId }) => ({ input: { approvalRequestId } }), needs: { permission: 'production_access:approve', before: 'OWN_ROW', sentence: '. Without it, only a person accountable for the request or the automation that made it may cancel it.' }, writes: 'application.production_access.withdrawn approval.cancelled' },
  { operation: 'lookAt', ...requestOf, args: ({ approvalRequestId }) => ({ input: { approvalRequestId } }), needs: mayDecide, storesNothing: true },
  { operation: 'commentOnRequest', ...requestOf, args: ({ approvalRequestId }) => ({ input: { approvalRequestId, comment: 'For how long?' } }), needs: { permission: 'approvals:decide', orElse: 'production_access:request', before: 'OWN_ROW' }, isOfPeople: true, writes: 'approval.commented' },

  { operation: 'productionAccess', subject: productionRequest, id: ['applicationId', 'application'], args: ({ applicationId }) => ({ applicationId }) },
  { operation: 'productionAccessRevisions', subject: productionRequest, id: ['applicationId', 'application'], args: ({ applicationId }) => ({ ...page, applicationId }) },
  { operation: 'requestProductionAccess', subject: application, id: ['applicationId', 'application'], args: ({ applicationId }) => ({ input: { applicationId, ...submission } }), writes: 'approval.requested application.production_access.submitted' },
  { operation: 'resubmitProductionAccess', subject: changesRequested, id: ['applicationId', 'application'], args: ({ applicationId }) => ({ input: { applicationId, ...submission } }), writes: 'approval.requested application.production_access.submitted' },
  { operation: 'suspendProductionAccess', ...accessOf, args: ending, writes: 'application.production_access.suspended' },
  { operation: 'revokeProductionAccess', ...accessOf, args: ending, writes: 'application.production_access.revoked' },

  { operation: 'createApiKey', of: 'a sandbox key', subject: application, id: ['applicationId', 'application'], args: ({ applicationId }) => ({ input: { ...newKey, applicationId, environment: 'SANDBOX' } }), needs: { permission: 'api_keys:create_sandbox', before: 'ANY_ROW' }, writes: 'api_key.created' },
  { operation: 'createApiKey', of: 'a live key', subject: approvedAccess, id: ['applicationId', 'application'], args: ({ applicationId }) => ({ input: { ...newKey, applicationId, environment: 'LIVE' } }), needs: { permission: 'api_keys:create_live', before: 'ANY_ROW' }, writes: 'api_key.created' },
  { operation: 'createSuccessorApiKey', ...sandboxKeyOf, args: ({ id, applicationId }) => ({ input: { id, applicationId, name: 'next' } }), needs: { permission: 'api_keys:create_sandbox', before: 'OWN_ROW' }, writes: 'api_key.created api_key.successor_created' },
  { operation: 'createSuccessorApiKey', ...liveKeyOf, args: ({ id, applicationId }) => ({ input: { id, applicationId, name: 'next' } }), needs: { permission: 'api_keys:create_live', before: 'OWN_ROW' }, writes: 'api_key.created api_key.successor_created' },
  { operation: 'rotateApiKey', ...sandboxKeyOf, needs: { permission: 'api_keys:rotate_sandbox', before: 'OWN_ROW' }, writes: 'api_key.rotated' },
  { operation: 'rotateApiKey', ...liveKeyOf, needs: { permission: 'api_keys:rotate_live', before: 'OWN_ROW' }, writes: 'api_key.rotated' },
  { operation: 'revokeApiKey', ...sandboxKeyOf, needs: { permission: 'api_keys:revoke_sandbox', before: 'OWN_ROW' }, writes: 'api_key.revoked' },
  { operation: 'revokeApiKey', ...liveKeyOf, needs: { permission: 'api_keys:revoke_live', before: 'OWN_ROW' }, writes: 'api_key.revoked' },
];
