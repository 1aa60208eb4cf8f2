/** Settings for rooms and adapters; the names contain the units. */
export interface Settings {
  /** The version of this server. */
  readonly version: string;
  readonly isDevelopment: boolean;
  /** The public origin; links in mails begin with it. */
  readonly baseUrl: string;
  /** The public origin of the sandbox API. */
  readonly sandboxUrl: string;
  readonly accessTokenTtlSeconds: number;
  readonly automationTokenTtlSeconds: number;
  readonly sessionTtlDays: number;
  readonly sessionIdleHours: number;
  readonly eventRetentionDays: number;
  readonly workspaceDeletionDelayDays: number;
  readonly productionAccessReviewDays: number;
  readonly passwordHashConcurrency: number;
  /** Whether founders of a workspace prove their address before the account exists: if mails reach people. */
  readonly signUpProvesAddress: boolean;
  /** Whether MCP clients may register themselves (RFC 7591). */
  readonly registersClients: boolean;
  readonly bodyLimitBytes: number;
  readonly sandboxBodyLimitBytes: number;
  readonly limits: Limits;
  readonly graphql: Readonly<
    Record<'maxAliases' | 'maxTokens' | 'maxDepth' | 'maxBreadth' | 'maxCost', number>
  >;
}

export interface Limits {
  readonly sandboxPerKeyPerMinute: number;
  readonly sandboxPerApplicationPerMinute: number;
  readonly livePerKeyPerMinute: number;
  readonly livePerApplicationPerMinute: number;
  readonly keyVerificationsPerServicePerMinute: number;
  readonly mcpPerCredentialPerMinute: number;
  readonly anonymousPerIpPerMinute: number;
  readonly consolePerMemberPerMinute: number;
  readonly consoleWritesPerMemberPerMinute: number;
  readonly keysPerApplicationPerHour: number;
  readonly auditVerificationsPerWorkspacePerMinute: number;
  readonly explorerCallsPerMemberPerMinute: number;
  readonly receiptVerificationsPerAddressPerMinute: number;
  readonly failedAuthPerIpPerMinute: number;
  readonly signInFailuresPerAccount: number;
  readonly signUpsPerIpPerHour: number;
  readonly clientRegistrationsPerIpPerHour: number;
  readonly clientRegistrationsPerHour: number;
  readonly socketsPerMember: number;
  readonly operationsPerSocket: number;
  readonly operationsPerMember: number;
  readonly invitationsPerPersonPerHour: number;
  readonly mailsPerAccountPerHour: number;
  readonly passwordResetsPerIpPerHour: number;
  readonly decisionMailsPerSubjectPerHour: number;
}
