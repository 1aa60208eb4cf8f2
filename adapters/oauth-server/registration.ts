import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { answerHeaders } from '../http/answer-headers.ts';
import { refuseOtherMethods } from '../http/other-methods.ts';
import type { Context } from '../../schema/kernel/context.ts';
import { refusalOf } from '../../schema/values/errors.ts';
import { addressOf, enforce } from '../../schema/kernel/limit.ts';
import { DocumentFault, registrationIn } from './client-metadata.ts';
import { mountPath, registrationPath } from './metadata.ts';
import { storeRegistration } from './registered-clients.ts';
import { contextOf } from './requests.ts';
import type { SurfacePorts } from '../http/surface.ts';

interface Answer {
  status: number;
  body: object;
  headers?: Record<string, string>;
}

const maxBytes = 8_192;
const elsewise =
  'Have a member of a workspace register it at POST /api/console/mcp/clients, or use the https URL of a ' +
  'client metadata document as its client_id.';

/** Serves the registration of programs that people connect (RFC 7591 §3), if the operator allows it. */
export function serveRegistration(
  app: FastifyInstance,
  ports: SurfacePorts,
  options: Pick<RouteOptions, 'schema' | 'onRequest'>,
): void {
  const url = `${mountPath}${registrationPath}`;
  app.route({
    ...options,
    bodyLimit: maxBytes,
    errorHandler: refuseTooLarge,
    method: 'POST',
    url,
    handler: async (request, reply) => {
      const ctx = contextOf(request);
      const { status, body, headers = {} } = await register(ports, ctx, request);
      await reply
        .code(status)
        .headers({ ...answerHeaders(ctx), 'cache-control': 'no-store', ...headers })
        .send(body);
    },
  });
  refuseOtherMethods(app, url, ['POST']);
}

// The handler never gets a body over the limit, and the pages of other routes do not fit a program.
function refuseTooLarge(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  if (error.statusCode !== 413) throw error;
  const tooLarge = `The metadata is larger than ${maxBytes} bytes. Send less.`;
  const { status, body } = refused(413, 'invalid_client_metadata', tooLarge);
  const headers = { ...answerHeaders(contextOf(request)), 'cache-control': 'no-store' };
  void reply.code(status).headers(headers).send(body);
}

async function register(ports: SurfacePorts, ctx: Context, request: FastifyRequest): Promise<Answer> {
  if (!ports.settings.registersClients)
    return refused(
      403,
      'access_denied',
      `This server does not allow programs to register themselves. ${elsewise}`,
    );
  try {
    await enforce(ctx, 'client_registrations', addressOf(ctx.client.ip));
    await enforce(ctx, 'all_client_registrations', 'all');
    const metadata = registrationIn(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
    const id = await storeRegistration(ports, metadata);
    const issuedAt = Math.floor(ctx.clock.now().getTime() / 1000);
    return { status: 201, body: { client_id: id, client_id_issued_at: issuedAt, ...metadata } };
  } catch (error) {
    if (error instanceof DocumentFault) {
      const code = error.isOfRedirects ? 'invalid_redirect_uri' : 'invalid_client_metadata';
      return refused(400, code, `The metadata ${error.message}.`);
    }
    const refusal = refusalOf(error);
    if (refusal?.code !== 'rate_limited') throw error;
    const headers = { 'retry-after': String(refusal.details.retryAfterSeconds) };
    const tooMany = `Too many programs have registered themselves within an hour. Try again later. ${elsewise}`;
    return { ...refused(429, 'temporarily_unavailable', tooMany), headers };
  }
}

function refused(status: number, error: string, error_description: string): Answer {
  return { status, body: { error, error_description } };
}
