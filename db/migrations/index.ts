import type { Knex } from 'knex';
import * as instance from './0001-instance.ts';
import * as person from './0002-person.ts';
import * as workspace from './0003-workspace.ts';
import * as audit from './0004-audit.ts';
import * as application from './0005-application.ts';
import * as apiKey from './0006-api-key.ts';
import * as idempotency from './0007-idempotency.ts';
import * as expiredKeysAndMovedHeads from './0008-expired-keys-and-moved-heads.ts';
import * as approval from './0009-approval.ts';
import * as successorKeys from './0010-successor-keys.ts';
import * as project from './0011-project.ts';
import * as mailAndInvitations from './0012-mail-and-invitations.ts';
import * as workspaceDeletion from './0013-workspace-deletion.ts';
import * as automation from './0014-automation.ts';
import * as approvalComment from './0015-approval-comment.ts';
import * as approvalOrder from './0016-approval-order.ts';
import * as reviewsAndNotices from './0017-reviews-and-notices.ts';
import * as keepersAndReclaimedAccounts from './0018-keepers-and-reclaimed-accounts.ts';
import * as requestsAndCredentials from './0019-requests-and-credentials.ts';
import * as vault from './0020-vault.ts';
import * as barredMemberships from './0021-barred-memberships.ts';
import * as executionFailed from './0022-execution-failed.ts';
import * as connector from './0023-connector.ts';
import * as capabilitySearch from './0024-capability-search.ts';
import * as connection from './0025-connection.ts';
import * as readyMade from './0026-ready-made.ts';
import * as connectorCredential from './0027-connector-credential.ts';
import * as mcpServer from './0028-mcp-server.ts';
import * as mcpCredential from './0029-mcp-credential.ts';
import * as mcpGrant from './0030-mcp-grant.ts';
import * as oauthRecord from './0031-oauth-record.ts';
import * as mcpToolCall from './0032-mcp-tool-call.ts';
import * as mcpSession from './0033-mcp-session.ts';
import * as webhook from './0034-webhook.ts';
import * as instanceLease from './0040-instance-lease.ts';
import * as deliveryChanges from './0041-delivery-changes.ts';
import * as replayedChanges from './0042-replayed-changes.ts';
import * as admission from './0043-admission.ts';
import * as mcpConsent from './0044-mcp-consent.ts';
import * as credentialParts from './0045-credential-parts.ts';
import * as describedAgain from './0047-described-again.ts';
import * as mcpClient from './0048-mcp-client.ts';
import * as refusedCalls from './0050-refused-calls.ts';
import * as endedToolCalls from './0051-ended-tool-calls.ts';
import * as baseUrlPatterns from './0052-base-url-patterns.ts';
import * as signUpRequest from './0054-sign-up-request.ts';
import * as changedSecrets from './0056-changed-secrets.ts';
import * as readReason from './0060-read-reason.ts';
import * as consentDestinations from './0061-consent-destinations.ts';
import * as rowMacs from './0062-row-macs.ts';
import * as apiProduct from './0063-api-product.ts';
import * as productAssignment from './0064-product-assignment.ts';
import * as operationCalls from './0071-operation-calls.ts';
import * as unfitAnswers from './0072-unfit-answers.ts';
import * as attemptBody from './0073-attempt-body.ts';
import * as timeSeries from './0075-time-series.ts';
import * as listFilters from './0077-list-filters.ts';
import * as auditOfARequest from './0078-audit-of-a-request.ts';
import * as productCalls from './0065-product-calls.ts';
import * as sandboxObject from './0066-sandbox-object.ts';
import * as applicationSandbox from './0067-application-sandbox.ts';
import * as testReceipt from './0068-test-receipt.ts';
import * as productActivation from './0069-product-activation.ts';
import * as productUpstream from './0070-product-upstream.ts';

export interface Migration {
  name: string;
  up(knex: Knex): Promise<void>;
  down(knex: Knex): Promise<void>;
}

/** In execution order. Listed by hand, so that two branches with the same number conflict here. */
export const migrations: readonly Migration[] = [
  { name: '0001-instance', ...instance },
  { name: '0002-person', ...person },
  { name: '0003-workspace', ...workspace },
  { name: '0004-audit', ...audit },
  { name: '0005-application', ...application },
  { name: '0006-api-key', ...apiKey },
  { name: '0007-idempotency', ...idempotency },
  { name: '0008-expired-keys-and-moved-heads', ...expiredKeysAndMovedHeads },
  { name: '0009-approval', ...approval },
  { name: '0010-successor-keys', ...successorKeys },
  { name: '0011-project', ...project },
  { name: '0012-mail-and-invitations', ...mailAndInvitations },
  { name: '0013-workspace-deletion', ...workspaceDeletion },
  { name: '0014-automation', ...automation },
  { name: '0015-approval-comment', ...approvalComment },
  { name: '0016-approval-order', ...approvalOrder },
  { name: '0017-reviews-and-notices', ...reviewsAndNotices },
  { name: '0018-keepers-and-reclaimed-accounts', ...keepersAndReclaimedAccounts },
  { name: '0019-requests-and-credentials', ...requestsAndCredentials },
  { name: '0020-vault', ...vault },
  { name: '0021-barred-memberships', ...barredMemberships },
  { name: '0022-execution-failed', ...executionFailed },
  { name: '0023-connector', ...connector },
  { name: '0024-capability-search', ...capabilitySearch },
  { name: '0025-connection', ...connection },
  { name: '0026-ready-made', ...readyMade },
  { name: '0027-connector-credential', ...connectorCredential },
  { name: '0028-mcp-server', ...mcpServer },
  { name: '0029-mcp-credential', ...mcpCredential },
  { name: '0030-mcp-grant', ...mcpGrant },
  { name: '0031-oauth-record', ...oauthRecord },
  { name: '0032-mcp-tool-call', ...mcpToolCall },
  { name: '0033-mcp-session', ...mcpSession },
  { name: '0034-webhook', ...webhook },
  { name: '0040-instance-lease', ...instanceLease },
  { name: '0041-delivery-changes', ...deliveryChanges },
  { name: '0042-replayed-changes', ...replayedChanges },
  { name: '0043-admission', ...admission },
  { name: '0044-mcp-consent', ...mcpConsent },
  { name: '0045-credential-parts', ...credentialParts },
  { name: '0047-described-again', ...describedAgain },
  { name: '0048-mcp-client', ...mcpClient },
  { name: '0050-refused-calls', ...refusedCalls },
  { name: '0051-ended-tool-calls', ...endedToolCalls },
  { name: '0052-base-url-patterns', ...baseUrlPatterns },
  { name: '0054-sign-up-request', ...signUpRequest },
  { name: '0056-changed-secrets', ...changedSecrets },
  { name: '0060-read-reason', ...readReason },
  { name: '0061-consent-destinations', ...consentDestinations },
  { name: '0062-row-macs', ...rowMacs },
  { name: '0063-api-product', ...apiProduct },
  { name: '0064-product-assignment', ...productAssignment },
  { name: '0065-product-calls', ...productCalls },
  { name: '0066-sandbox-object', ...sandboxObject },
  { name: '0067-application-sandbox', ...applicationSandbox },
  { name: '0068-test-receipt', ...testReceipt },
  { name: '0069-product-activation', ...productActivation },
  { name: '0070-product-upstream', ...productUpstream },
  { name: '0071-operation-calls', ...operationCalls },
  { name: '0072-unfit-answers', ...unfitAnswers },
  { name: '0073-attempt-body', ...attemptBody },
  { name: '0075-time-series', ...timeSeries },
  { name: '0077-list-filters', ...listFilters },
  { name: '0078-audit-of-a-request', ...auditOfARequest },
];
