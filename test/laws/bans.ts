export interface Ban {
  what: string;
  form: RegExp;
  /** Everywhere in the product by default. */
  folders?: RegExp;
  /** The permitted files, each with its reason. */
  except: Record<string, string>;
}

// oxfmt-ignore
export const bans: Ban[] = [
  { what: 'console', form: /\bconsole\s*\.(?!ts\b)/, except: {} },
  { what: 'any', form: /(?::|<|\bas)\s*any\b(?!\s+[a-z])/, except: {} },
  { what: 'process.env', form: /\bprocess\s*\.\s*env\b|\benv\b[^=;]*\}\s*=\s*process\b/, except: {
    'adapters/http/pages/reference/typescript.ts': 'the text of a sample, which readers run',
    'server/config/env.ts': 'where the settings are read' } },
  { what: 'JSON.parse', form: /\bJSON\s*\.\s*parse\b/, except: {
    'adapters/rest/document.ts': 'a copy of what was just written',
    'db/backup/format.ts': 'a line of bounded length, looked at before it is gone by',
    'db/embedded/links.ts': 'out of a package whose integrity the lockfile holds',
    'db/embedded/package.ts': 'out of a package whose integrity the lockfile holds',
    'schema/connect/connection/settings.ts': 'a name or a text by itself, looked at and let go',
    'schema/values/foreign-json.ts': 'its depth and its parts have bounds',
    'schema/kernel/sealed.ts': 'sealed by ourselves',
    'server/checkpoint-file.ts': 'lines of our own, which count only with our signature',
    'adapters/openapi/apart.ts': 'lines of a process of our own',
    'adapters/openapi/document.ts': 'in that process, which has caps of its own',
    'adapters/openapi/samples.ts': 'what the line before wrote, in that process',
    'adapters/openapi/reader.ts': 'what the process that started it wrote',
    'server/config/instance.ts': 'what was sealed under the master key',
    'adapters/mcp-client/exchange.ts': 'what our own client wrote',
    'adapters/http/json.ts': 'the text was checked before',
    'sdk/src/answer.ts': 'what the server that was called answered, in a program of somebody’s own',
    'sdk/src/webhook.ts': 'what was signed with the secret, in a program of somebody’s own' } },
  { what: 'request to elsewhere', form: /\bfetch\s*\(|\bhttps?\.(?:request|get)\b|from '(?:undici|node:(?:https?|http2|tls))'|\bnet\s*\.\s*(?:connect|createConnection)\b|\{[^{}]*\b(?:connect|createConnection)\b[^{}]*\} from 'node:net'|\bnew Socket\b/, except: {
    'server/app.ts': 'the list of methods',
    'adapters/http/pages/reference/typescript.ts': 'the text of a sample, which readers run',
    'adapters/http/arrival.ts': 'a type of node:http',
    'adapters/egress/connect.ts': 'the one way out',
    'adapters/egress/egress.ts': 'the one way out',
    'adapters/egress/failure.ts': 'the names of its errors',
    'adapters/http/handed-over.ts': 'a type of node:http',
    'adapters/fast/listener.ts': 'types of node:http',
    'adapters/fast/plain.ts': 'types of node:http',
    'adapters/graphql/handshake.ts': 'a type of node:http',
    'adapters/graphql/transport.ts': 'a type of node:http',
    'adapters/http/unread.ts': 'a type of node:http',
    'adapters/rest/product-call.ts': 'a type of node:http',
    'schema/keys/product-call/served.ts': 'fetch of a cache',
    'adapters/oauth-server/requests.ts': 'a request as the library reads it, which goes nowhere',
    'adapters/graphql/websocket.ts': 'a type of node:http',
    'sdk/src/exchange.ts': 'the package’s one way out',
    'sdk/src/options.ts': 'that of the runtime, for it' } },
  { what: 'time of the process', form: /\bDate\.now\b|\bnew Date\(\s*\)/, except: {
    'server/cache/lease.ts': 'tells that the machine slept, and rules nothing',
    'adapters/oauth-client/library.ts': 'taken from ours, since a library adds it again',
    'sdk/src/clock.ts': 'the clock itself' } },
  { what: 'role judged before the transaction', form: /\bmemberOf\(ctx\)\.role\b|\bassertPermission\(memberOf\(ctx\)|\{[^{}]*\brole\b[^{}]*\}\s*=\s*memberOf\(ctx\)/, folders: /^schema\//, except: {
    'schema/approvals/approval/presence.ts': 'a look changes no row, and each message judges the roles again' } },
  { what: 'time of the database', form: /(?<![.\w])now\(\)(?!\s*[:{])|\b(?:current_timestamp|current_date|clock_timestamp|localtimestamp)\b/i, folders: /^(?:db|schema)\//, except: {
    'db/migrate.ts': 'when a migration ran is told to people and rules nothing' } },
];

/** Values that log events must not contain; logs use ids. */
export const unloggable =
  /headers|authorization|cookie|token|secret|password|credential|digest|\b(?:body|input|key|env)\b/i;

/** GraphQL output fields whose names resemble secrets, but that may be shown. */
export const shownFields = [
  'ApiProductVersion.digest',
  'ApprovalDecision.digestSeen',
  'ApprovalRequest.subjectDigest',
  'AuditEntry.hash',
  'AuditEntry.previousHash',
  'AuditVerification.headHash',
  'AuthorizeConnectionPayload.secretAlreadyReturned',
  'Capability.digest',
  'ConfirmSignUpPayload.accessToken',
  'ConfirmSignUpPayload.refreshToken',
  'ConfirmSignUpPayload.tokenType',
  'ConnectionHealth.tokenExpiresAt',
  'CreateApiKeyPayload.secret',
  'CreateApiKeyPayload.secretAlreadyReturned',
  'CreateAutomationCredentialPayload.secret',
  'CreateAutomationCredentialPayload.secretAlreadyReturned',
  'CreateMcpCredentialPayload.secret',
  'CreateMcpCredentialPayload.secretAlreadyReturned',
  'CreateSuccessorApiKeyPayload.secret',
  'CreateSuccessorApiKeyPayload.secretAlreadyReturned',
  'CreateWebhookEndpointPayload.secret',
  'CreateWebhookEndpointPayload.secretAlreadyReturned',
  'Instance.password',
  'IssueAutomationTokenPayload.accessToken',
  'IssueAutomationTokenPayload.tokenType',
  'McpServerTool.digest',
  'McpToolCall.argumentsDigest',
  'ProviderConnection.secretChangedAt',
  'ProviderConnection.secretChangedBy',
  'ProviderConnection.tokenReferenceId',
  'RefreshSessionPayload.accessToken',
  'RefreshSessionPayload.refreshToken',
  'RefreshSessionPayload.tokenType',
  'RotateApiKeyPayload.secret',
  'RotateApiKeyPayload.secretAlreadyReturned',
  'RotateAutomationCredentialPayload.secret',
  'RotateAutomationCredentialPayload.secretAlreadyReturned',
  'RotateMcpCredentialPayload.secret',
  'RotateMcpCredentialPayload.secretAlreadyReturned',
  'RotateWebhookSecretPayload.secret',
  'RotateWebhookSecretPayload.secretAlreadyReturned',
  'SignInPayload.accessToken',
  'SignInPayload.refreshToken',
  'SignInPayload.tokenType',
  'SignUpPayload.accessToken',
  'SignUpPayload.refreshToken',
  'SignUpPayload.tokenType',
  'WebhookEndpoint.previousSecretEndsAt',
  'WebhookEndpoint.secretHint',
  'WebhookEndpoint.secretRotatedAt',
  'WebhookEndpoint.secretVersion',
];
