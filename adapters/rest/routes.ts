import { authRoutes } from './auth.routes.ts';
import { gatewayRoutes } from './gateway.routes.ts';
import { keyRoutes } from './console/api-key.routes.ts';
import { applicationRoutes } from './console/application.routes.ts';
import { applicationSandboxRoutes } from './console/application-sandbox.routes.ts';
import { approvalRoutes } from './console/approval.routes.ts';
import { auditRoutes } from './console/audit.routes.ts';
import { automationRoutes } from './console/automation.routes.ts';
import { eventRoutes } from './console/event.routes.ts';
import { invitationRoutes } from './console/invitation.routes.ts';
import { memberRoutes } from './console/member.routes.ts';
import { productRoutes } from './console/product.routes.ts';
import { productAssignmentRoutes } from './console/product-assignment.routes.ts';
import { productVersionRoutes } from './console/product-version.routes.ts';
import { projectRoutes } from './console/project.routes.ts';
import { productionAccessRoutes } from './console/production-access.routes.ts';
import { capabilityRoutes } from './console/capability.routes.ts';
import { connectionRoutes } from './console/connection.routes.ts';
import { connectorRoutes } from './console/connector.routes.ts';
import { mcpClientRoutes } from './console/mcp-client.routes.ts';
import { mcpConsentRoutes } from './console/mcp-consent.routes.ts';
import { mcpCredentialRoutes } from './console/mcp-credential.routes.ts';
import { mcpGrantRoutes } from './console/mcp-grant.routes.ts';
import { mcpToolCallRoutes } from './console/mcp-tool-call.routes.ts';
import { mcpServerRoutes } from './console/mcp-server.routes.ts';
import { vaultRoutes } from './console/vault.routes.ts';
import { webhookRoutes } from './console/webhook.routes.ts';
import { workspaceRoutes } from './console/workspace.routes.ts';
import { keyVerificationRoutes } from './key.routes.ts';
import { testReceiptRoutes } from './console/test-receipt.routes.ts';
import { receiptVerificationRoutes } from './receipt.routes.ts';
import { referenceRoutes } from './reference.routes.ts';
import { portalRoutes } from './portal.routes.ts';
import type { Route } from './route.ts';
import { sandboxRoutes } from './sandbox.routes.ts';

/** Every path of the REST API. */
export const routes: readonly Route[] = [
  ...authRoutes,
  ...portalRoutes,
  ...referenceRoutes,
  ...workspaceRoutes,
  ...memberRoutes,
  ...invitationRoutes,
  ...automationRoutes,
  ...projectRoutes,
  ...vaultRoutes,
  ...connectorRoutes,
  ...capabilityRoutes,
  ...connectionRoutes,
  ...mcpServerRoutes,
  ...mcpCredentialRoutes,
  ...mcpClientRoutes,
  ...mcpConsentRoutes,
  ...mcpGrantRoutes,
  ...mcpToolCallRoutes,
  ...gatewayRoutes,
  ...applicationRoutes,
  ...keyRoutes,
  ...productRoutes,
  ...productVersionRoutes,
  ...productAssignmentRoutes,
  ...applicationSandboxRoutes,
  ...testReceiptRoutes,
  ...productionAccessRoutes,
  ...approvalRoutes,
  ...eventRoutes,
  ...webhookRoutes,
  ...auditRoutes,
  ...sandboxRoutes,
  ...keyVerificationRoutes,
  ...receiptVerificationRoutes,
];
