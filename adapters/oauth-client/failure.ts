import { EgressFailure, type EgressFailureCode } from '../../schema/kernel/ports/egress.ts';
import { OAuthFailure, type OAuthFailureCode } from '../../schema/kernel/ports/provider-oauth.ts';

// oxfmt-ignore
const egressCodes: Record<EgressFailureCode, OAuthFailureCode> = {
  destination_not_allowed: 'destination_not_allowed',
  request_not_allowed:     'unreadable',
  unreachable:             'unavailable',
  timeout:                 'unavailable',
  answer_too_large:        'unreadable',
  answer_unreadable:       'unreadable',
  redirect_not_allowed:    'unreadable',
};

const sentences = {
  access_denied: 'The person did not consent.',
  grant_refused:
    'The authorization server does not accept the grant: it is invalid, has ended, or was revoked.',
  client_refused: 'The authorization server does not accept the client’s id and secret, or not for this.',
  scope_refused: 'The authorization server does not grant these scopes to this client.',
  unavailable: 'The authorization server cannot answer now. Try again later.',
  rejected: 'The authorization server refuses the request.',
} satisfies Partial<Record<OAuthFailureCode, string>>;
type Refusing = keyof typeof sentences;

/**
 * The known error names: those of the registry (IANA, OAuth Extensions Error), and some that GitHub and Slack
 * use instead. A message never contains an unknown name, since the server can choose it freely.
 */
// oxfmt-ignore
const errorCodes = new Map<string, Refusing>([
  ['access_denied',                'access_denied'],
  ['account_selection_required',   'access_denied'],
  ['consent_required',             'access_denied'],
  ['interaction_required',         'access_denied'],
  ['login_required',               'access_denied'],
  ['invalid_grant',                'grant_refused'],
  ['bad_refresh_token',            'grant_refused'],
  ['bad_verification_code',        'grant_refused'],
  ['code_already_used',            'grant_refused'],
  ['invalid_code',                 'grant_refused'],
  ['invalid_refresh_token',        'grant_refused'],
  ['invalid_client',               'client_refused'],
  ['unauthorized_client',          'client_refused'],
  ['bad_client_secret',            'client_refused'],
  ['incorrect_client_credentials', 'client_refused'],
  ['invalid_client_id',            'client_refused'],
  ['invalid_scope',                'scope_refused'],
  ['server_error',                 'unavailable'],
  ['temporarily_unavailable',      'unavailable'],
  ['invalid_request',              'rejected'],
  ['invalid_target',               'rejected'],
  ['redirect_uri_mismatch',        'rejected'],
  ['unsupported_grant_type',       'rejected'],
  ['unsupported_response_type',    'rejected'],
  ['unsupported_token_type',       'rejected'],
]);

/** Returns the failure for the name of an error; its message contains only a known name. */
export function ofError(name: unknown): OAuthFailure {
  const code = errorCodes.get(name as string);
  if (!code) return new OAuthFailure('rejected', `${sentences.rejected} Its error is not a known one.`);
  return new OAuthFailure(code, `${sentences[code]} Its error is ${name as string}.`);
}

/** Returns the failure for the status of an answer without an error name. */
export function ofStatus(status: number): OAuthFailure {
  const code = codeOf(status);
  const sentence =
    code === 'unreadable' ? 'The URL does not lead to an authorization server.' : sentences[code];
  return new OAuthFailure(code, `${sentence} Its status is ${status}.`);
}

export function isBusy(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

function codeOf(status: number): 'unavailable' | 'client_refused' | 'rejected' | 'unreadable' {
  if (isBusy(status)) return 'unavailable';
  if (status === 401) return 'client_refused';
  return status < 400 || status === 404 || status === 405 ? 'unreadable' : 'rejected';
}

/** Returns the failure for an error of egress, and any other error unchanged. */
export function ofEgress(error: unknown): unknown {
  if (!(error instanceof EgressFailure)) return error;
  const sentence =
    error.code === 'redirect_not_allowed'
      ? 'The authorization server redirects, which is not followed.'
      : error.message;
  return new OAuthFailure(egressCodes[error.code], sentence, { cause: error });
}

export function unreadable(sentence: string, cause?: unknown): OAuthFailure {
  return new OAuthFailure(
    'unreadable',
    `The authorization server does not follow the protocol. ${sentence}`,
    { cause },
  );
}

export function unproven(sentence: string, cause?: unknown): OAuthFailure {
  return new OAuthFailure('identity_unproven', sentence, { cause });
}

export function notOffered(what: string): OAuthFailure {
  return new OAuthFailure('not_offered', `The authorization server has no endpoint ${what}.`);
}
