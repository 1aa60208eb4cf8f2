import type { Connection, ConnectionProblem, ConnectionStatus } from '../../../db/models/connection.ts';

const byProblem: Record<ConnectionProblem, string> = {
  CREDENTIAL_REFUSED:
    'its provider refuses its secret. Give the credential reference a new value, and test the connection',
  GRANT_REFUSED: 'its provider refuses its grant. Authorize it again',
  CLIENT_REFUSED:
    'its provider refuses its OAuth client. Give the credential reference a new value, and test or authorize it',
  SCOPE_REFUSED: 'its provider refuses its scopes. Change them, and authorize it again',
  ACCOUNT_CHANGED:
    'its secret belongs to another account at the provider. Use a secret of the same account and test it, or create another connection',
};

const byStatus: Partial<Record<ConnectionStatus, string>> = {
  DRAFT: 'it is not authorized yet. Authorize it',
  PENDING_AUTHORIZATION: 'its authorization is in progress. Complete it, or start again',
  FAILED: 'its authorization was refused. Authorize it again',
  EXPIRED: 'it was not authorized in time. Authorize it again',
  DISABLED: 'it is disabled. Enable it',
};

const withoutSecret =
  'its provider needs a credential, and it has none. Create another connection with a credentialReferenceId';

/** Returns why a connection admits no calls and how to fix it, as the end of a sentence. */
export function recoveryOf({
  status,
  problem,
  method,
}: Pick<Connection, 'status' | 'problem' | 'method'>): string {
  const state = byStatus[status];
  if (state) return state;
  if (problem === 'CREDENTIAL_REFUSED' && method === 'NONE') return withoutSecret;
  if (problem) return byProblem[problem];
  return 'it was disconnected permanently. Create another one';
}
