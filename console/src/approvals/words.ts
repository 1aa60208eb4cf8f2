import type { ApprovalKind, ApprovalVerdict } from './documents.generated.ts';

export const kindNames: Readonly<Record<ApprovalKind, string>> = {
  PRODUCTION_ACCESS: 'Production access',
  MCP_SERVER: 'MCP server',
  MCP_TOOL_CALL: 'Tool call',
  API_PRODUCT_ACTIVATION: 'API product version',
  WORKSPACE_DELETE: 'Workspace deletion',
};

/** The fields whose own names say too little. */
export const fieldNames: Readonly<Record<string, string>> = {
  applicationId: 'application',
  evidenceReceiptIds: 'test receipts',
  requestedProducts: 'API products',
  revivesLiveKeys: 'makes suspended live keys work again',
};

export const verdictNames: Readonly<Record<ApprovalVerdict, { doing: string; done: string }>> = {
  APPROVE: { doing: 'Approving…', done: 'approved' },
  REJECT: { doing: 'Rejecting…', done: 'rejected' },
  REQUEST_CHANGES: { doing: 'Requesting changes…', done: 'requested changes' },
};
