import { fromUUIDBytes } from 'typeid-js';
import { v7 } from 'uuid';

/** The prefix of each kind of id. Ids sort by creation time. */
export const idPrefixes = {
  person: 'per',
  session: 'ses',
  workspace: 'ws',
  workspaceKey: 'wsk',
  member: 'mem',
  admission: 'adm',
  application: 'app',
  apiKey: 'key',
  apiProduct: 'prd',
  apiProductVersion: 'prv',
  apiProductOperation: 'pop',
  apiProductDocument: 'pdo',
  productAssignment: 'asg',
  applicationSandbox: 'sbx',
  sandboxObject: 'sob',
  testReceipt: 'rct',
  productActivation: 'pav',
  approvalRequest: 'apr',
  approvalDecision: 'apd',
  approvalComment: 'apc',
  productionAccess: 'pac',
  project: 'prj',
  vault: 'vlt',
  credentialReference: 'cref',
  credentialVersion: 'crv',
  connector: 'con',
  connectorImport: 'cim',
  capability: 'cap',
  connection: 'conn',
  connectionAuthorization: 'cau',
  mcpServer: 'mcps',
  mcpServerVersion: 'mcpv',
  mcpServerTool: 'mcpt',
  mcpCredential: 'mcpc',
  mcpCredentialPerson: 'mcpp',
  mcpClient: 'mcpk',
  mcpConsent: 'mcpo',
  mcpGrant: 'mcpg',
  mcpToolCall: 'mtc',
  oauthClient: 'oac',
  webhookEndpoint: 'whe',
  webhookDelivery: 'whd',
  webhookAttempt: 'wha',
  webhookWorker: 'whw',
  invitation: 'inv',
  mail: 'mail',
  mailedToken: 'mtk',
  passwordResetRequest: 'prr',
  signUpRequest: 'sur',
  automation: 'aut',
  automationCredential: 'acr',
  automationPerson: 'aup',
  automationAssertion: 'aas',
  auditEntry: 'aud',
  event: 'evt',
  idempotency: 'idem',
  refreshToken: 'rft',
  request: 'req',
} as const;

const kinds = new Map(
  Object.entries(idPrefixes).map(([kind, prefix]) => [
    prefix as string,
    kind.replace(/[A-Z]/g, '_$&').toLowerCase(),
  ]),
);

/** Returns the kind of an id, such as `api_key`; null if it does not have the form of our ids. */
export function kindOfId(text: string): string | null {
  const prefix = /^([a-z]+)_[0-7][0-9a-hjkmnp-tv-z]{25}$/.exec(text)?.[1];
  return (prefix && kinds.get(prefix)) ?? null;
}

/** Returns the kind of ids that begin so, such as `api_key` for `key_01k`; null if none does. */
export function idBeginningOf(text: string): string | null {
  const prefix = /^([a-z]+)_[0-7][0-9a-hjkmnp-tv-z]{0,24}$/.exec(text)?.[1];
  return (prefix && kinds.get(prefix)) ?? null;
}

/** Returns the prefix of the ids of a noun, such as `apr` for an approval request; null for other nouns. */
export function prefixOf(noun: string): string | null {
  const kind = noun.toLowerCase().replaceAll(' ', '_');
  return [...kinds].find(([, name]) => name === kind)?.[0] ?? null;
}

export function newId(kind: keyof typeof idPrefixes): string {
  return fromUUIDBytes(idPrefixes[kind], v7(undefined, new Uint8Array(16)));
}
