import type { ConnectionMethod, ConnectionProblem, ConnectionStatus } from './documents.generated.ts';

export const methodNames: Readonly<Record<ConnectionMethod, string>> = {
  API_KEY: 'API key',
  BASIC: 'User name and password',
  BEARER: 'Bearer token',
  CUSTOM: 'Several headers or parts',
  NONE: 'No credential',
  OAUTH2_AUTHORIZATION_CODE: 'OAuth, authorized by a person',
  OAUTH2_CLIENT_CREDENTIALS: 'OAuth, as the client itself',
};

const stateWords: Readonly<Record<ConnectionStatus, string>> = {
  DRAFT: 'A person has to authorize it at the provider before it serves calls.',
  PENDING_AUTHORIZATION: 'An authorization is in progress at the provider. It ends after 15 minutes.',
  ACTIVE: 'It serves calls.',
  DEGRADED: 'It serves calls, but its provider failed recently.',
  ACTION_REQUIRED: 'It serves no calls until the problem is fixed.',
  PENDING_REAUTHORIZATION: 'An authorization is in progress. Until it ends, the earlier one applies.',
  FAILED: 'The provider or the person refused the authorization. Authorize it again.',
  EXPIRED: 'The authorization took more than 15 minutes. Authorize it again.',
  DISABLED: 'It serves no calls until it is enabled. Its secrets stay.',
  DISCONNECTING: 'It serves no calls. The server revokes its tokens at the provider.',
  DISCONNECTED: 'It has ended permanently.',
};

const problemWords: Readonly<Record<ConnectionProblem, string>> = {
  ACCOUNT_CHANGED: 'The secret belongs to another account than before. Add the secret of the first account.',
  CLIENT_REFUSED: 'The provider refuses the OAuth client. Add a new value to its credential reference.',
  CREDENTIAL_REFUSED: 'The provider refuses the secret. Add a new value to the credential reference.',
  GRANT_REFUSED: 'The provider refuses the tokens. Authorize the connection again.',
  SCOPE_REFUSED: 'The scopes do not suffice. Change them, and authorize the connection again.',
};

interface State {
  status: ConnectionStatus;
  health: { problem: ConnectionProblem | null };
}

/** Returns what the state of a connection means, and what helps. */
export function wordsOfState({ status, health: { problem } }: State): string {
  const ended = status === 'DISCONNECTING' || status === 'DISCONNECTED';
  return problem && !ended ? `${stateWords[status]} ${problemWords[problem]}` : stateWords[status];
}

/** The statuses in which it no longer serves calls, and never will. */
export function isOver(status: ConnectionStatus): boolean {
  return status === 'DISCONNECTING' || status === 'DISCONNECTED';
}
