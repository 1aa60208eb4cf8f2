import { z } from 'zod';
import { automationCredentialStatuses } from '../../../db/models/automation-credential.ts';
import { automationStatuses } from '../../../db/models/automation.ts';
import { mcpClientStatuses } from '../../../db/models/mcp-client.ts';
import { mcpConsentStatuses, mcpScopes } from '../../../db/models/mcp-consent.ts';
import { mcpCredentialStatuses } from '../../../db/models/mcp-credential.ts';
import { invitationStatuses } from '../../../db/models/invitation.ts';
import { memberKinds, memberStatuses, roles } from '../../../db/models/member.ts';
import { keyAlgorithms, proofKinds } from '../../../db/models/proof.ts';
import { workspaceStatuses } from '../../../db/models/workspace.ts';
import { eventsOf } from './events-of.ts';

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

/** The events of the identity wing. */
export const identityEvents = {
  ...eventsOf('workspace', workspace, {
    'workspace.created': 'A workspace was created.',
    'workspace.updated': 'The name or the slug of the workspace changed.',
  }),
  ...eventsOf('workspace', deletion, {
    'workspace.deletion.requested':
      'A member requested the deletion of the workspace, which a different person decides.',
    'workspace.deletion.approved':
      'The deletion of the workspace was approved, and the workspace stops working until it is restored.',
    'workspace.restored': 'An owner restored the workspace in time.',
    'workspace.deleted': 'The time to restore the workspace is over, and its sealed data is unreadable.',
  }),
  ...eventsOf('member', member, {
    'member.joined': 'A person or an automation became a member.',
    'member.suspended': 'A membership was suspended, and the member’s access ended.',
    'member.reactivated': 'A suspended membership was reactivated.',
    'member.removed': 'A member was removed, or declined the membership.',
    'member.reclaimed': 'The person with a member’s e-mail address reclaimed the member’s account.',
    'member.confirmed': 'A person confirmed their unconfirmed membership.',
    'member.sessions_revoked': 'Another member ended a session of the member.',
  }),
  ...eventsOf('member', member.extend({ previousRole: z.enum(roles) }), {
    'member.role_changed': 'The role of a member changed.',
  }),
  ...eventsOf('invitation', invitation, {
    'invitation.created': 'A member invited an address.',
    'invitation.resent': 'An invitation was resent with a new token.',
    'invitation.accepted': 'An invitation was accepted, which created a member.',
    'invitation.declined': 'An invitation was declined.',
    'invitation.revoked': 'An invitation was revoked.',
    'invitation.expired': 'An invitation expired without an answer.',
  }),
  ...eventsOf('automation', automation, {
    'member.automation.created': 'An automation was created.',
    'member.automation.updated': 'The name or the description of an automation changed.',
    'member.automation.offered': 'An automation was offered to another owner.',
    'member.automation.adopted': 'The member to whom an automation was offered became its owner.',
    'member.automation.orphaned': 'An automation lost its owner and stopped.',
  }),
  ...eventsOf('automation_credential', automationCredential, {
    'member.automation.credential_created': 'A credential of an automation was created.',
    'member.automation.credential_rotated':
      'A credential of an automation was rotated, and the old one stopped.',
    'member.automation.credential_revoked': 'A credential of an automation was revoked.',
    'member.automation.token_issued': 'An automation got an access token with a credential.',
  }),
  ...eventsOf('mcp_client', mcpClient, {
    'mcp_client.created': 'A member registered an MCP client.',
    'mcp_client.updated': 'An MCP client was renamed.',
    'mcp_client.deleted': 'An MCP client was deleted; its consents and tokens ended.',
  }),
  ...eventsOf('mcp_credential', mcpCredential, {
    'mcp_credential.created': 'A credential of an outside agent was created.',
    'mcp_credential.rotated': 'The credential of an outside agent was rotated, and the old one stopped.',
    'mcp_credential.revoked': 'The credential of an outside agent was revoked.',
    'mcp_credential.consented': 'A person consented that a program acts with an MCP credential.',
    'mcp_credential.token_issued': 'An outside agent got an access token.',
  }),
  ...eventsOf('mcp_consent', mcpConsent, {
    'mcp_consent.revoked': 'A person’s consent for a program and an MCP credential ended.',
    'mcp_consent.token_reused':
      'A code or refresh token of a program was used a second time, so its tokens were revoked.',
    'mcp_consent.disconnected':
      'A session of a program ended: the program revoked its tokens, or newer sessions took its place.',
  }),
};
