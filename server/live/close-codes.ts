import type { Refusal } from '../../schema/errors.ts';

/**
 * Why a socket is closed, and what shipping graphql-ws clients (6.x) do then. `graphql-ws` gives up on 4401, 4400,
 * 4406, 4409, 4429 and 4500, and connects again on every other code, `retryAttempts` times with growing waits; for each
 * attempt it asks its `connectionParams` function again, so there a fresh token comes in, and sends the variables of each
 * subscription as they are then, so there the last cursor has to be. A connection that is refused ends with no code, and
 * is tried again only where `shouldRetry` says so. Apollo's link and urql hand their options to the same client.
 *
 * | code | when                                                        | the client                           |
 * | ---- | ----------------------------------------------------------- | ------------------------------------ |
 * | 1001 | the server stops                                            | comes back, resumes by its cursor    |
 * | 1013 | it does not read, or has too many sockets or requests       | comes back later                     |
 * | 4400 | a message is no JSON, or none of the protocol            | gives up                             |
 * | 4401 | the session has ended, the member or the workspace is gone  | gives up                             |
 * | 4403 | the access token has expired                                | comes back with a fresh one          |
 * | 4500 | something broke on our side                                 | gives up                             |
 */
export const closeCodes = {
  tryAgainLater: 1013,
  badRequest: 4400,
  unauthorized: 4401,
  tokenExpired: 4403,
  internalError: 4500,
} as const;

export interface Closing {
  code: number;
  reason: string;
}

// RFC 6455 §5.5: 125 bytes, of which the code takes two.
const maxReasonBytes = 123;

/** As much of the reason as a close frame holds. */
export function reasonOf({ reason }: Closing): string {
  const { read } = new TextEncoder().encodeInto(reason, new Uint8Array(maxReasonBytes));
  return reason.slice(0, read);
}

/** How a socket ends whose opening was refused. */
export function closingOf({ code, status, message }: Refusal): Closing {
  return { code: codeOf(code, status), reason: message };
}

function codeOf(code: Refusal['code'], status: number): number {
  if (code === 'session_expired') return closeCodes.tokenExpired;
  if (status === 401 || status === 403) return closeCodes.unauthorized;
  return status === 429 || status === 503 ? closeCodes.tryAgainLater : closeCodes.internalError;
}
