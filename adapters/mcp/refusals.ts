import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refusalOf, type Refusal } from '../../schema/values/errors.ts';
import type { ErrorCode } from '../../schema/values/error-table.ts';
import type { Log } from '../../schema/kernel/ports/log.ts';
import { toRefusal } from '../../schema/kernel/to-refusal.ts';
import { answerHeaders } from '../http/answer-headers.ts';
import { refusalHeaders, refusalOfFastify, sendProblem } from '../http/problem.ts';
import { codes, errorResponse, idOf, ProtocolError } from './protocol.ts';

/**
 * Answers an error of a message as JSON-RPC, an error of its token in the form of OAuth, and any other as a
 * problem.
 */
export function reportErrors(app: FastifyInstance, log: Log): void {
  app.setErrorHandler(async (error, request, reply) => {
    if (request.ctx) reply.headers(answerHeaders(request.ctx));
    if (error instanceof ProtocolError) return await tell(request, reply, error);
    const refusal =
      refusalOf(error) ?? refusalOfFastify(error as never, request) ?? toRefusal(log, request.id, error);
    request.refusedAs = refusal.code;
    const oauthError = oauthErrorOf(refusal);
    if (oauthError) return await reportOAuth(request, reply, refusal, oauthError);
    // Before there is a message, only an unreadable body is refused with this code.
    if (refusal.code === 'invalid_request')
      return await tell(
        request,
        reply,
        new ProtocolError(codes.parseError, refusal.message, { status: 400 }),
      );
    return await sendProblem(request, reply, refusal);
  });
}

async function tell(request: FastifyRequest, reply: FastifyReply, error: ProtocolError) {
  return await reply.code(error.status).send(errorResponse(error, idOf(request.body)));
}

async function reportOAuth(
  { routeOptions }: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
  error: string,
) {
  return await reply
    .code(refusal.status)
    .headers(refusalHeaders(refusal, routeOptions.config.resourceMetadata))
    .send({ error, error_description: refusal.message });
}

const malformed = new Set<ErrorCode>(['credential_malformed', 'credential_in_url']);

// RFC 6750 §3.1
function oauthErrorOf({ code, status }: Refusal): string | null {
  if (malformed.has(code)) return 'invalid_request';
  if (code === 'insufficient_scope') return code;
  return status === 401 ? 'invalid_token' : null;
}
