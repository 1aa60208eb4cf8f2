/** The refusals of the gateway, with their HTTP statuses. */
// oxfmt-ignore
export const gatewayErrors = {
  invalid_request:        400,
  invalid_cursor:         400,
  credential_in_url:      400,
  credential_malformed:   400,
  session_invalid:        401,
  session_expired:        401,
  credential_missing:     401,
  workspace_inactive:     401,
  mcp_credential_stopped: 401,
  insufficient_scope:     403,
  not_found:              404,
  no_eligible_approver:   409,
  limit_reached:          409,
  connection_unusable:    409,
  selection_stale:        409,
  payload_too_large:      413,
  unsupported_media_type: 415,
  validation_failed:      422,
  url_not_allowed:        422,
  rate_limited:           429,
  internal_error:         500,
  provider_error:         502,
  service_unavailable:    503,
  vault_unavailable:      503,
  provider_unavailable:   503,
  provider_timeout:       504,
} as const;

/** The errors that the client itself detects, with their meanings. */
// oxfmt-ignore
export const clientErrors = {
  invalid_argument:  'An argument of the client is invalid. Nothing was sent.',
  token_refused:     'The authorization server refuses an access token for this credential.',
  network_failure:   'The server cannot be reached, or closed the connection.',
  timed_out:         'The server did not answer within `timeoutMs`.',
  unexpected_answer: 'The answer is not from a gateway. A proxy may have sent it.',
  not_settled:       'The tool call had no final status within the `timeoutMs` of `settled`.',
} as const;

export type ErrorCode = keyof typeof gatewayErrors | keyof typeof clientErrors;

/** A finding about a part of the input; `pointer` is an RFC 6901 JSON pointer into it. */
export interface Finding {
  pointer: string;
  code: string;
  message: string;
}

export interface ErrorDetails {
  status?: number | null;
  title?: string | null;
  requestId?: string | null;
  errors?: Finding[];
  retryAfterSeconds?: number | null;
  mayHaveTakenEffect?: boolean | null;
  provider?: unknown;
}

/**
 * Every error that this client throws, except the reason of your own signal. It has no cause, since a cause
 * may contain a token.
 */
export class SallyportError extends Error {
  override readonly name = 'SallyportError';
  /** One of `ErrorCode`, or a code of a later server. */
  readonly code: ErrorCode | (string & {});
  /** The HTTP status; null if there was no answer. */
  readonly status: number | null;
  readonly title: string | null;
  /** The id of the request in the server’s log. */
  readonly requestId: string | null;
  readonly errors: readonly Finding[];
  readonly retryAfterSeconds: number | null;
  /** Whether the request may have taken effect; null if the question does not arise. */
  readonly mayHaveTakenEffect: boolean | null;
  /** The provider's explanation of a failure: data, not instructions. Null if there is none. */
  readonly provider: unknown;

  constructor(code: SallyportError['code'], message: string, details: ErrorDetails = {}) {
    super(message);
    this.code = code;
    this.status = details.status ?? null;
    this.title = details.title ?? null;
    this.requestId = details.requestId ?? null;
    this.errors = details.errors ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.mayHaveTakenEffect = details.mayHaveTakenEffect ?? null;
    this.provider = details.provider ?? null;
  }
}

/** Whether it is an error of this client and, if given, has this code. */
export function isSallyportError(error: unknown, code?: ErrorCode): error is SallyportError {
  return error instanceof SallyportError && (code === undefined || error.code === code);
}

export function invalid(message: string): SallyportError {
  return new SallyportError('invalid_argument', message);
}
