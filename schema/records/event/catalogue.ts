import { z } from 'zod';
import { apiKeyScopes, apiKeyStatuses, environments } from '../../../db/models/api-key.ts';
import { applicationStatuses } from '../../../db/models/application.ts';
import { approvalKinds, approvalStatuses } from '../../../db/models/approval-request.ts';
import { automationCredentialStatuses } from '../../../db/models/automation-credential.ts';
import { automationStatuses } from '../../../db/models/automation.ts';
import { capabilityModes } from '../../../db/models/capability.ts';
import {
  connectionMethods,
  connectionProblems,
  connectionStatuses,
  revocations,
} from '../../../db/models/connection.ts';
import { connectorImportStatuses } from '../../../db/models/connector-import.ts';
import { mcpClientStatuses } from '../../../db/models/mcp-client.ts';
import { mcpConsentStatuses, mcpScopes } from '../../../db/models/mcp-consent.ts';
import { mcpCredentialStatuses } from '../../../db/models/mcp-credential.ts';
import { mcpGrantStatuses } from '../../../db/models/mcp-grant.ts';
import { mcpServerVersionStatuses } from '../../../db/models/mcp-server-version.ts';
import { mcpServerStatuses } from '../../../db/models/mcp-server.ts';
import { connectorSources, connectorStatuses } from '../../../db/models/connector.ts';
import { credentialKinds, credentialReferenceStatuses } from '../../../db/models/credential-reference.ts';
import { invitationStatuses } from '../../../db/models/invitation.ts';
import { memberKinds, memberStatuses, roles } from '../../../db/models/member.ts';
import { projectStatuses } from '../../../db/models/project.ts';
import { productionAccessStatuses } from '../../../db/models/production-access.ts';
import { keyAlgorithms, proofKinds } from '../../../db/models/proof.ts';
import { vaultDrivers, vaultStatuses } from '../../../db/models/vault.ts';
import { deliveryStatuses } from '../../../db/models/webhook-delivery.ts';
import { disabledReasons, webhookEndpointStatuses } from '../../../db/models/webhook-endpoint.ts';
import { workspaceStatuses } from '../../../db/models/workspace.ts';

/** The data of events. Zod strips all fields of a row that these schemas omit. */
const workspace = z.object({
  name: z.string(),
  slug: z.string(),
  status: z.enum(workspaceStatuses),
  requiresIndependentApprovers: z.boolean(),
});

const deletion = workspace.extend({ shredsAt: z.string().nullable() });

const member = z.object({
  personId: z.string().nullable(),
  kind: z.enum(memberKinds),
  role: z.enum(roles),
  status: z.enum(memberStatuses),
});

const invitation = z.object({
  email: z.string(),
  role: z.enum(roles),
  status: z.enum(invitationStatuses),
  invitedBy: z.string(),
  memberId: z.string().nullable(),
  resends: z.number(),
  expiresAt: z.string(),
  reason: z.string().nullable(),
});

const automation = z.object({
  memberId: z.string(),
  name: z.string(),
  description: z.string(),
  status: z.enum(automationStatuses),
  ownerId: z.string(),
  offeredTo: z.string().nullable(),
  offeredBy: z.string().nullable(),
});

const automationCredential = z.object({
  automationId: z.string(),
  kind: z.enum(proofKinds),
  name: z.string(),
  status: z.enum(automationCredentialStatuses),
  version: z.number(),
  prefix: z.string().nullable(),
  lastFour: z.string().nullable(),
  algorithm: z.enum(keyAlgorithms).nullable(),
  thumbprint: z.string().nullable(),
  expiresOn: z.string().nullable(),
  issuedBy: z.string(),
});

const project = z.object({ name: z.string(), description: z.string(), status: z.enum(projectStatuses) });

const application = z.object({
  name: z.string(),
  description: z.string(),
  status: z.enum(applicationStatuses),
});

const apiKey = z.object({
  applicationId: z.string(),
  environment: z.enum(environments),
  name: z.string(),
  scopes: z.array(z.enum(apiKeyScopes)),
  prefix: z.string(),
  lastFour: z.string(),
  expiresOn: z.string().nullable(),
  status: z.enum(apiKeyStatuses),
  version: z.number(),
});

const vault = z.object({
  name: z.string(),
  driver: z.enum(vaultDrivers),
  address: z.string(),
  mount: z.string(),
  namespace: z.string().nullable(),
  status: z.enum(vaultStatuses),
});

const credentialReference = z.object({
  projectId: z.string(),
  provider: z.string(),
  kind: z.enum(credentialKinds),
  vaultId: z.string().nullable(),
  status: z.enum(credentialReferenceStatuses),
  version: z.number(),
  expiresAt: z.string().nullable(),
});

const connector = z.object({
  name: z.string(),
  source: z.enum(connectorSources),
  sourceUrl: z.string().nullable(),
  readyMade: z.string().nullable(),
  status: z.enum(connectorStatuses),
});

const connectorImport = connector.extend({
  import: z.object({
    id: z.string(),
    status: z.enum(connectorImportStatuses),
    added: z.number(),
    changed: z.number(),
    unchanged: z.number(),
    removed: z.number(),
    failureCode: z.string().nullable(),
  }),
});

const connection = z.object({
  projectId: z.string(),
  connectorId: z.string(),
  name: z.string(),
  method: z.enum(connectionMethods),
  status: z.enum(connectionStatuses),
  problem: z.enum(connectionProblems).nullable(),
  revocation: z.enum(revocations).nullable(),
});

const mcpClient = z.object({
  name: z.string(),
  redirectUris: z.array(z.string()),
  algorithm: z.enum(keyAlgorithms).nullable(),
  thumbprint: z.string().nullable(),
  status: z.enum(mcpClientStatuses),
});

const mcpCredential = z.object({
  name: z.string(),
  holderId: z.string(),
  kind: z.enum(proofKinds),
  status: z.enum(mcpCredentialStatuses),
  version: z.number(),
  prefix: z.string().nullable(),
  lastFour: z.string().nullable(),
  algorithm: z.enum(keyAlgorithms).nullable(),
  thumbprint: z.string().nullable(),
  expiresOn: z.string(),
  issuedBy: z.string(),
});

const mcpConsent = z.object({
  credentialId: z.string(),
  memberId: z.string(),
  personId: z.string(),
  client: z.string(),
  clientName: z.string(),
  resource: z.string(),
  scopes: z.array(z.enum(mcpScopes)),
  status: z.enum(mcpConsentStatuses),
});

const mcpGrant = z.object({
  credentialId: z.string(),
  versionId: z.string(),
  capabilityId: z.string(),
  connectionId: z.string(),
  mode: z.enum(capabilityModes),
  rowLimit: z.number().nullable(),
  expiresOn: z.string(),
  status: z.enum(mcpGrantStatuses),
});

const mcpToolCall = z.object({
  credentialId: z.string(),
  versionId: z.string(),
  capabilityId: z.string(),
  connectionId: z.string(),
  approvalRequestId: z.string().nullable(),
  argumentsDigest: z.string(),
  failureCode: z.string().nullable(),
});

const mcpServer = z.object({
  projectId: z.string(),
  name: z.string(),
  status: z.enum(mcpServerStatuses),
  version: z
    .object({ id: z.string(), number: z.number(), status: z.enum(mcpServerVersionStatuses) })
    .nullable(),
});

/** With the connection whose secret has changed. */
const secretOfMcpServer = mcpServer.extend({
  connection: z.object({ id: z.string(), name: z.string(), secretChangedBy: z.string().nullable() }),
});

const rewordedMcpServer = mcpServer.extend({ capability: z.object({ id: z.string(), key: z.string() }) });

const approval = z.object({
  kind: z.enum(approvalKinds),
  status: z.enum(approvalStatuses),
  subject: z.object({ type: z.string(), id: z.string() }),
  subjectDigest: z.string(),
  summary: z.string(),
  requestedBy: z.string(),
  mcpCredentialId: z.string().nullable(),
  quorum: z.number(),
  expiresAt: z.string(),
  outcome: z.string().nullable(),
});

/** With the independence of the decision: whether no accountable person had admitted the approver. */
const decidedApproval = approval.extend({ isIndependent: z.boolean() });

/** The author of a comment, without its text. */
const comment = z.object({ id: z.string(), memberId: z.string() });

const productionAccess = z.object({
  applicationId: z.string(),
  status: z.enum(productionAccessStatuses),
  revision: z.number(),
  requestedProducts: z.array(z.string()),
  requestedBy: z.string(),
  approvalRequestId: z.string().nullable(),
  approvers: z.array(z.string()),
  reason: z.string().nullable(),
  approvedAt: z.string().nullable(),
  reviewBy: z.string().nullable(),
});

const webhookEndpoint = z.object({
  environment: z.enum(environments),
  host: z.string(),
  eventTypes: z.array(z.string()),
  applicationIds: z.array(z.string()),
  connectionIds: z.array(z.string()),
  isOrdered: z.boolean(),
  status: z.enum(webhookEndpointStatuses),
  disabledReason: z.enum(disabledReasons).nullable(),
  secretPrefix: z.string(),
  secretLastFour: z.string(),
  secretVersion: z.number(),
});

const failingEndpoint = webhookEndpoint.extend({ failingSince: z.string(), disabledAt: z.string() });

const webhookDelivery = z.object({
  endpointId: z.string(),
  messageId: z.string(),
  eventType: z.string(),
  status: z.enum(deliveryStatuses),
  attempts: z.number(),
});

/** Every event type of a workspace, with the kind of its resource and the schema of its data. */
// oxfmt-ignore
export const catalogue = {
  'workspace.created':                               { resource: 'workspace', data: workspace },
  'workspace.updated':                               { resource: 'workspace', data: workspace },
  'workspace.deletion.requested':                    { resource: 'workspace', data: deletion },
  'workspace.deletion.approved':                     { resource: 'workspace', data: deletion },
  'workspace.restored':                              { resource: 'workspace', data: deletion },
  'workspace.deleted':                               { resource: 'workspace', data: deletion },
  'member.joined':                                   { resource: 'member', data: member },
  'member.role_changed':                             { resource: 'member', data: member.extend({ previousRole: z.enum(roles) }) },
  'member.suspended':                                { resource: 'member', data: member },
  'member.reactivated':                              { resource: 'member', data: member },
  'member.removed':                                  { resource: 'member', data: member },
  'member.reclaimed':                                { resource: 'member', data: member },
  'member.confirmed':                                { resource: 'member', data: member },
  'member.sessions_revoked':                         { resource: 'member', data: member },
  'invitation.created':                              { resource: 'invitation', data: invitation },
  'invitation.resent':                               { resource: 'invitation', data: invitation },
  'invitation.accepted':                             { resource: 'invitation', data: invitation },
  'invitation.declined':                             { resource: 'invitation', data: invitation },
  'invitation.revoked':                              { resource: 'invitation', data: invitation },
  'invitation.expired':                              { resource: 'invitation', data: invitation },
  'member.automation.created':                       { resource: 'automation', data: automation },
  'member.automation.updated':                       { resource: 'automation', data: automation },
  'member.automation.offered':                       { resource: 'automation', data: automation },
  'member.automation.adopted':                       { resource: 'automation', data: automation },
  'member.automation.orphaned':                      { resource: 'automation', data: automation },
  'member.automation.credential_created':            { resource: 'automation_credential', data: automationCredential },
  'member.automation.credential_rotated':            { resource: 'automation_credential', data: automationCredential },
  'member.automation.credential_revoked':            { resource: 'automation_credential', data: automationCredential },
  'member.automation.token_issued':                  { resource: 'automation_credential', data: automationCredential },
  'project.created':                                 { resource: 'project', data: project },
  'project.updated':                                 { resource: 'project', data: project },
  'project.deleted':                                 { resource: 'project', data: project },
  'vault.created':                                   { resource: 'vault', data: vault },
  'vault.updated':                                   { resource: 'vault', data: vault },
  'vault.deleted':                                   { resource: 'vault', data: vault },
  'credential_reference.created':                    { resource: 'credential_reference', data: credentialReference },
  'credential_reference.versioned':                  { resource: 'credential_reference', data: credentialReference },
  'credential_reference.version_destroyed':          { resource: 'credential_reference', data: credentialReference },
  'credential_reference.expiring':                   { resource: 'credential_reference', data: credentialReference.extend({ daysLeft: z.number() }) },
  'credential_reference.expired':                    { resource: 'credential_reference', data: credentialReference },
  'credential_reference.destroyed':                  { resource: 'credential_reference', data: credentialReference },
  'connector.created':                               { resource: 'connector', data: connectorImport },
  'connector.updated':                               { resource: 'connector', data: connector },
  'connector.import_requested':                      { resource: 'connector', data: connectorImport },
  'connector.imported':                              { resource: 'connector', data: connectorImport },
  'connector.import_failed':                         { resource: 'connector', data: connectorImport },
  'connector.deleted':                               { resource: 'connector', data: connector },
  'connection.created':                              { resource: 'connection', data: connection },
  'connection.updated':                              { resource: 'connection', data: connection },
  'connection.authorization_requested':              { resource: 'connection', data: connection },
  'connection.authorized':                           { resource: 'connection', data: connection },
  'connection.authorization_failed':                 { resource: 'connection', data: connection },
  'connection.authorization_expired':                { resource: 'connection', data: connection },
  'connection.identity_change_blocked':              { resource: 'connection', data: connection },
  'connection.degraded':                             { resource: 'connection', data: connection },
  'connection.action_required':                      { resource: 'connection', data: connection },
  'connection.recovered':                            { resource: 'connection', data: connection },
  'connection.disabled':                             { resource: 'connection', data: connection },
  'connection.enabled':                              { resource: 'connection', data: connection },
  'connection.disconnecting':                        { resource: 'connection', data: connection },
  'connection.disconnected':                         { resource: 'connection', data: connection },
  'mcp_server.created':                              { resource: 'mcp_server', data: mcpServer },
  'mcp_server.updated':                              { resource: 'mcp_server', data: mcpServer },
  'mcp_server.submitted':                            { resource: 'mcp_server', data: mcpServer },
  'mcp_server.approved':                             { resource: 'mcp_server', data: mcpServer },
  'mcp_server.changes_requested':                    { resource: 'mcp_server', data: mcpServer },
  'mcp_server.rejected':                             { resource: 'mcp_server', data: mcpServer },
  'mcp_server.withdrawn':                            { resource: 'mcp_server', data: mcpServer },
  'mcp_server.published':                            { resource: 'mcp_server', data: mcpServer },
  'mcp_server.quarantined':                          { resource: 'mcp_server', data: mcpServer },
  'mcp_server.reworded':                             { resource: 'mcp_server', data: rewordedMcpServer },
  'mcp_server.secret_changed':                       { resource: 'mcp_server', data: secretOfMcpServer },
  'mcp_server.deprecated':                           { resource: 'mcp_server', data: mcpServer },
  'mcp_server.retired':                              { resource: 'mcp_server', data: mcpServer },
  'mcp_client.created':                              { resource: 'mcp_client', data: mcpClient },
  'mcp_client.updated':                              { resource: 'mcp_client', data: mcpClient },
  'mcp_client.deleted':                              { resource: 'mcp_client', data: mcpClient },
  'mcp_credential.created':                          { resource: 'mcp_credential', data: mcpCredential },
  'mcp_credential.rotated':                          { resource: 'mcp_credential', data: mcpCredential },
  'mcp_credential.revoked':                          { resource: 'mcp_credential', data: mcpCredential },
  'mcp_credential.consented':                        { resource: 'mcp_credential', data: mcpCredential },
  'mcp_credential.token_issued':                     { resource: 'mcp_credential', data: mcpCredential },
  'mcp_consent.revoked':                             { resource: 'mcp_consent', data: mcpConsent },
  'mcp_consent.token_reused':                        { resource: 'mcp_consent', data: mcpConsent },
  'mcp_consent.disconnected':                        { resource: 'mcp_consent', data: mcpConsent },
  'mcp_grant.created':                               { resource: 'mcp_grant', data: mcpGrant },
  'mcp_grant.updated':                               { resource: 'mcp_grant', data: mcpGrant },
  'mcp_grant.revoked':                               { resource: 'mcp_grant', data: mcpGrant },
  'mcp_tool_call.requested':                        { resource: 'mcp_tool_call', data: mcpToolCall },
  'mcp_tool_call.rejected':                         { resource: 'mcp_tool_call', data: mcpToolCall },
  'mcp_tool_call.cancelled':                        { resource: 'mcp_tool_call', data: mcpToolCall },
  'mcp_tool_call.expired':                          { resource: 'mcp_tool_call', data: mcpToolCall },
  'mcp_tool_call.executed':                         { resource: 'mcp_tool_call', data: mcpToolCall },
  'mcp_tool_call.outcome_unknown':                   { resource: 'mcp_tool_call', data: mcpToolCall },
  'mcp_tool_call.failed':                           { resource: 'mcp_tool_call', data: mcpToolCall },
  'application.created':                             { resource: 'application', data: application },
  'application.updated':                             { resource: 'application', data: application },
  'application.suspended':                           { resource: 'application', data: application },
  'application.reactivated':                         { resource: 'application', data: application },
  'application.deleted':                             { resource: 'application', data: application },
  'application.restored':                            { resource: 'application', data: application },
  'application.production_access.submitted':         { resource: 'production_access', data: productionAccess },
  'application.production_access.changes_requested': { resource: 'production_access', data: productionAccess },
  'application.production_access.approved':          { resource: 'production_access', data: productionAccess },
  'application.production_access.rejected':          { resource: 'production_access', data: productionAccess },
  'application.production_access.withdrawn':         { resource: 'production_access', data: productionAccess },
  'application.production_access.expired':           { resource: 'production_access', data: productionAccess },
  'application.production_access.suspended':         { resource: 'production_access', data: productionAccess },
  'application.production_access.revoked':           { resource: 'production_access', data: productionAccess },
  'application.production_access.review_due':        { resource: 'production_access', data: productionAccess.extend({ daysLeft: z.number() }) },
  'application.production_access.review_overdue':    { resource: 'production_access', data: productionAccess },
  'webhook_endpoint.created':                        { resource: 'webhook_endpoint', data: webhookEndpoint },
  'webhook_endpoint.updated':                        { resource: 'webhook_endpoint', data: webhookEndpoint },
  'webhook_endpoint.secret_rotated':                 { resource: 'webhook_endpoint', data: webhookEndpoint },
  'webhook_endpoint.paused':                         { resource: 'webhook_endpoint', data: webhookEndpoint },
  'webhook_endpoint.resumed':                        { resource: 'webhook_endpoint', data: webhookEndpoint },
  'webhook_endpoint.circuit_opened':                 { resource: 'webhook_endpoint', data: webhookEndpoint },
  'webhook_endpoint.circuit_closed':                 { resource: 'webhook_endpoint', data: webhookEndpoint },
  'webhook_endpoint.warning':                        { resource: 'webhook_endpoint', data: failingEndpoint },
  'webhook_endpoint.disabled':                       { resource: 'webhook_endpoint', data: webhookEndpoint },
  'webhook_endpoint.enabled':                        { resource: 'webhook_endpoint', data: webhookEndpoint },
  'webhook_endpoint.deleted':                        { resource: 'webhook_endpoint', data: webhookEndpoint },
  'webhook_endpoint.sample_requested':               { resource: 'webhook_endpoint', data: webhookEndpoint },
  'webhook_endpoint.replay_requested':               { resource: 'webhook_endpoint', data: webhookEndpoint },
  'webhook_delivery.replay_requested':               { resource: 'webhook_delivery', data: webhookDelivery },
  'webhook_delivery.exhausted':                      { resource: 'webhook_delivery', data: webhookDelivery },
  'approval.requested':                              { resource: 'approval_request', data: approval },
  'approval.reminder':                               { resource: 'approval_request', data: approval },
  'approval.endorsed':                               { resource: 'approval_request', data: decidedApproval },
  'approval.commented':                              { resource: 'approval_request', data: approval.extend({ comment }) },
  'approval.approved':                               { resource: 'approval_request', data: decidedApproval },
  'approval.rejected':                               { resource: 'approval_request', data: decidedApproval },
  'approval.superseded':                             { resource: 'approval_request', data: approval },
  'approval.cancelled':                              { resource: 'approval_request', data: approval },
  'approval.expired':                                { resource: 'approval_request', data: approval },
  'approval.executing':                              { resource: 'approval_request', data: approval },
  'approval.executed':                               { resource: 'approval_request', data: approval },
  'approval.execution_failed':                       { resource: 'approval_request', data: approval },
  'approval.outcome_unknown':                        { resource: 'approval_request', data: approval },
  'approval.stranded':                               { resource: 'approval_request', data: approval },
  'api_key.created':                                 { resource: 'api_key', data: apiKey },
  'api_key.successor_created':                       { resource: 'api_key', data: apiKey },
  'api_key.rotated':                                 { resource: 'api_key', data: apiKey },
  'api_key.revoked':                                 { resource: 'api_key', data: apiKey },
  'api_key.expiring':                                { resource: 'api_key', data: apiKey.extend({ daysLeft: z.number() }) },
  'api_key.drained':                                 { resource: 'api_key', data: apiKey },
  'api_key.expired':                                 { resource: 'api_key', data: apiKey },
} as const satisfies Record<string, { resource: string; data: z.ZodObject }>;

export type EventType = keyof typeof catalogue;
export type EventData<Type extends EventType> = z.input<(typeof catalogue)[Type]['data']>;

/** A person's actions outside workspaces. They are audited in the person's own chain and emit no events. */
export const personalActions = [
  'person.sign_up_asked',
  'person.signed_up',
  'person.email_verification_sent',
  'person.email_verified',
  'person.password_changed',
  'person.password_reset_sent',
  'person.password_reset',
  'session.created',
  'session.refreshed',
  'session.signed_out',
  'session.revoked',
  'session.reuse_detected',
] as const;
export type PersonalAction = (typeof personalActions)[number];
