import { ApiKey } from './models/api-key.ts';
import { ApiProduct } from './models/api-product.ts';
import { ApiProductVersion } from './models/api-product-version.ts';
import { Application } from './models/application.ts';
import { ApprovalDecision } from './models/approval-decision.ts';
import { ApprovalRequest } from './models/approval-request.ts';
import { AutomationCredential } from './models/automation-credential.ts';
import { Automation } from './models/automation.ts';
import type { BaseModel } from './models/base.ts';
import { Capability } from './models/capability.ts';
import { Connection } from './models/connection.ts';
import { Connector } from './models/connector.ts';
import { CredentialReference } from './models/credential-reference.ts';
import { Invitation } from './models/invitation.ts';
import { MailedToken } from './models/mailed-token.ts';
import { McpClient } from './models/mcp-client.ts';
import { McpConsent } from './models/mcp-consent.ts';
import { McpCredential } from './models/mcp-credential.ts';
import { McpGrant } from './models/mcp-grant.ts';
import { McpServerTool } from './models/mcp-server-tool.ts';
import { McpServerVersion } from './models/mcp-server-version.ts';
import { McpServer } from './models/mcp-server.ts';
import { McpToolCall } from './models/mcp-tool-call.ts';
import { Member } from './models/member.ts';
import { Person } from './models/person.ts';
import { ProductActivation } from './models/product-activation.ts';
import { ProductAssignment } from './models/product-assignment.ts';
import { ProductionAccess } from './models/production-access.ts';
import { RefreshToken } from './models/refresh-token.ts';
import { Session } from './models/session.ts';
import { SignUpRequest } from './models/sign-up-request.ts';
import { Vault } from './models/vault.ts';
import { Workspace } from './models/workspace.ts';

/** The tables whose rows have a MAC. A law compares the list with the models. */
export const macTables: readonly (typeof BaseModel)[] = [
  Person,
  Workspace,
  MailedToken,
  SignUpRequest,
  Session,
  RefreshToken,
  Invitation,
  Member,
  ApiKey,
  ApiProduct,
  ApiProductVersion,
  ProductAssignment,
  ProductActivation,
  ProductionAccess,
  ApprovalRequest,
  ApprovalDecision,
  Automation,
  AutomationCredential,
  McpCredential,
  McpClient,
  McpConsent,
  McpGrant,
  McpToolCall,
  Application,
  Vault,
  CredentialReference,
  Connector,
  Connection,
  Capability,
  McpServer,
  McpServerVersion,
  McpServerTool,
];
