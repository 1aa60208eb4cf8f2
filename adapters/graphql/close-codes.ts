import type { Refusal } from '../../schema/values/errors.ts';

/**
 * Why the server closes a socket, and how the client of graphql-ws 6.4.2 reacts, which Apollo's GraphQLWsLink
 * and urql use too. It gives up on 4004, 4005, 4400, 4401, 4406, 4409, 4429 and 4500, and on all from 1000 to
 * 1999 but 1000, 1001, 1005, 1006, 1012, 1013 and 1014. On any other code it reconnects, `retryAttempts`
 * times in a row (5 by default) with growing delays. Each attempt calls the `connectionParams` function,
 * which should return a fresh token. It also sends the current variables of each subscription, which should
 * contain the last cursor. A refused connection ends without a code, and the client retries it only if
 * `shouldRetry` says so.
 *
 * | code | when                                                             | the client | sent by    |
 * | ---- | ---------------------------------------------------------------- | ---------- | ---------- |
 * | 1001 | the server stops                                                 | reconnects | server     |
 * | 1002 | a frame does not follow RFC 6455                                 | gives up   | ws         |
 * | 1006 | the connection broke, or no ping was answered                    | reconnects | none       |
 * | 1007 | a text frame is not UTF-8                                        | gives up   | ws         |
 * | 1009 | a message is over 64 KiB                                         | gives up   | ws         |
 * | 1013 | the client reads slowly, has too many sockets or requests, or an | reconnects | server     |
 * |      | event could not be sent to it                                    |            |            |
 * | 4400 | a message is not JSON, or not part of the protocol               | gives up   | both       |
 * | 4401 | the client was refused, its access has ended, or it sent an      | gives up   | both       |
 * |      | operation before it was admitted                                 |            |            |
 * | 4403 | the access token has expired                                     | reconnects | server     |
 * | 4406 | the socket has no subprotocol graphql-transport-ws               | gives up   | graphql-ws |
 * | 4408 | the client sent no `connection_init` within 3 seconds            | reconnects | graphql-ws |
 * | 4409 | an operation has the id of one that still runs                   | gives up   | graphql-ws |
 * | 4429 | the client sent `connection_init` twice                          | gives up   | graphql-ws |
 * | 4500 | the server failed                                                | gives up   | server     |
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

// RFC 6455 §5.5: a close frame carries 125 bytes, of which the code takes two.
const maxReasonBytes = 123;

/** Returns the part of the reason that fits into a close frame. */
export function reasonOf({ reason }: Closing): string {
  const { read } = new TextEncoder().encodeInto(reason, new Uint8Array(maxReasonBytes));
  return reason.slice(0, read);
}

/** Returns the close code and reason for a refusal. */
export function closingOf(refusal: Refusal): Closing {
  return { code: codeOf(refusal), reason: refusal.message };
}

function codeOf({ code, status, details }: Refusal): number {
  // If a sign-in is needed, a fresh token of the same session would be refused again.
  if (code === 'session_expired' && !details.needsSignIn) return closeCodes.tokenExpired;
  if (status === 401 || status === 403) return closeCodes.unauthorized;
  return status === 429 || status === 503 ? closeCodes.tryAgainLater : closeCodes.internalError;
}
