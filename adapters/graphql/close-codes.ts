import type { Refusal } from '../../schema/values/errors.ts';

/**
 * Why a socket is closed, and what the client of graphql-ws 6.4.2 does then, which Apollo's GraphQLWsLink and urql are
 * handed as well. It gives up on 4004, 4005, 4400, 4401, 4406, 4409, 4429 and 4500, and on all from 1000 to 1999 but
 * 1000, 1001, 1005, 1006, 1012, 1013 and 1014. On any other it connects again, `retryAttempts` times in a row (5 unless
 * set) with growing waits. For each attempt it asks its `connectionParams` function again, so there a fresh token comes
 * in, and sends the variables of each subscription as they are then, so there the last cursor has to be. A connection that
 * is refused ends with no code, and is tried again only where `shouldRetry` says so.
 *
 * | code | when                                                             | the client | sent by    |
 * | ---- | ---------------------------------------------------------------- | ---------- | ---------- |
 * | 1001 | the server stops                                                 | comes back | us         |
 * | 1002 | a frame is none of RFC 6455                                      | gives up   | ws         |
 * | 1006 | the connection broke, or no ping was answered                    | comes back | nobody     |
 * | 1007 | a frame of text is not UTF-8                                     | gives up   | ws         |
 * | 1009 | a message is over 64 KiB                                         | gives up   | ws         |
 * | 1013 | it does not read, has too many sockets or requests, or an event  | comes back | us         |
 * |      | could not be told to it                                          |            |            |
 * | 4400 | a message is no JSON, or none of the protocol                    | gives up   | both       |
 * | 4401 | it was not let in, may not stay, or asked before it was let in   | gives up   | both       |
 * | 4403 | the access token has expired                                     | comes back | us         |
 * | 4406 | it was opened without the subprotocol graphql-transport-ws       | gives up   | graphql-ws |
 * | 4408 | it sent no `connection_init` within 3 seconds                    | comes back | graphql-ws |
 * | 4409 | an operation has the id of one that still runs                   | gives up   | graphql-ws |
 * | 4429 | it sent `connection_init` twice                                  | gives up   | graphql-ws |
 * | 4500 | something broke on our side                                      | gives up   | us         |
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
export function closingOf(refusal: Refusal): Closing {
  return { code: codeOf(refusal), reason: refusal.message };
}

function codeOf({ code, status, details }: Refusal): number {
  // Who came back with a fresh token of the same session would be refused again.
  if (code === 'session_expired' && !details.needsSignIn) return closeCodes.tokenExpired;
  if (status === 401 || status === 403) return closeCodes.unauthorized;
  return status === 429 || status === 503 ? closeCodes.tryAgainLater : closeCodes.internalError;
}
