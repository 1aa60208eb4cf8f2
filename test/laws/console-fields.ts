/** The root fields that the console's documents do not use, by the reason. */
export const withoutScreen = {
  // They set or end the cookie of the session, so `session/` calls their REST paths.
  session: [
    'acceptInvitation',
    'confirmSignUp',
    'declineInvitation',
    'invitationByToken',
    'refreshSession',
    'requestPasswordReset',
    'resetPassword',
    'signIn',
    'signOut',
    'signUp',
    'verifyEmail',
  ],
  // `decideRequests` decides one request as well as several, and the memberships are in `me`.
  otherField: ['approveRequest', 'rejectRequest', 'requestChanges', 'workspaces'],
  // The events of the workspace already make a screen read again.
  events: ['apiProductChanged', 'productAssignmentChanged', 'productionAccessChanged', 'toolCallChanged'],
  // Their callers are programs: agents, keys, automations and services.
  programs: [
    'callLiveProduct',
    'callSandboxProduct',
    'grantedCapabilities',
    'grantedCapability',
    'issueAutomationToken',
    'liveProduct',
    'readGrantedCapability',
    'requestGrantedCapability',
    'requestedToolCall',
    'sandboxEcho',
    'sandboxHealth',
    'sandboxProduct',
    'sandboxValidate',
    'verifyApiKey',
    'verifyTestReceipt',
  ],
  // The list of ready-made connectors has all that one has, and the pages before sign-in read the instance by REST.
  otherWay: ['instance', 'readyMadeConnector'],
} as const satisfies Record<string, readonly string[]>;
