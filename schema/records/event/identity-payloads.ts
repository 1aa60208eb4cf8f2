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

/** The data of events. Zod strips all fields of a row that these schemas omit. */
export const workspace = z.object({
  name: z.string(),
  slug: z.string(),
  status: z.enum(workspaceStatuses),
  requiresIndependentApprovers: z.boolean(),
});

export const deletion = workspace.extend({ shredsAt: z.string().nullable() });

export const member = z.object({
  personId: z.string().nullable(),
  kind: z.enum(memberKinds),
  role: z.enum(roles),
  status: z.enum(memberStatuses),
});

export const invitation = z.object({
  email: z.string(),
  role: z.enum(roles),
  status: z.enum(invitationStatuses),
  invitedBy: z.string(),
  memberId: z.string().nullable(),
  resends: z.number(),
  expiresAt: z.string(),
  reason: z.string().nullable(),
});

export const automation = z.object({
  memberId: z.string(),
  name: z.string(),
  description: z.string(),
  status: z.enum(automationStatuses),
  ownerId: z.string(),
  offeredTo: z.string().nullable(),
  offeredBy: z.string().nullable(),
});

export const automationCredential = z.object({
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

export const mcpClient = z.object({
  name: z.string(),
  redirectUris: z.array(z.string()),
  algorithm: z.enum(keyAlgorithms).nullable(),
  thumbprint: z.string().nullable(),
  status: z.enum(mcpClientStatuses),
});

export const mcpCredential = z.object({
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

export const mcpConsent = z.object({
  credentialId: z.string(),
  memberId: z.string(),
  personId: z.string(),
  client: z.string(),
  clientName: z.string(),
  resource: z.string(),
  scopes: z.array(z.enum(mcpScopes)),
  status: z.enum(mcpConsentStatuses),
});
