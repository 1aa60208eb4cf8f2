import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../../schema/values/errors.ts';
import type { SentBody, SentCall } from '../../schema/values/sent-call.ts';
import { compiled } from '../../schema/compiled.ts';
import { run } from '../../schema/run.ts';
import { SandboxProductDocument } from '../documents.generated.ts';
import { answerHeaders } from '../http/answer-headers.ts';
import { mediaTypeOf, readBody } from './sent-body.ts';
import { guards, type ServeOptions } from './serve.ts';

const prefix = '/v1/sandbox/products/';
const query = compiled(SandboxProductDocument);
const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'];

/** Registers the calls of API products in the sandbox: every path and method below `/v1/sandbox/products`. */
export function serveProductCalls(app: FastifyInstance, options: Omit<ServeOptions, 'rows'>): void {
  const { sandboxBodyLimitBytes } = options.settings;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    async (request: FastifyRequest, payload: FastifyRequest['raw']) =>
      await readBody(request, payload, sandboxBodyLimitBytes),
  );
  app.route({
    method: methods,
    url: `${prefix}*`,
    exposeHeadRoute: false,
    ...guards('sandboxKey', true, options),
    config: { isSandbox: true, readsAnyBody: true, document: SandboxProductDocument },
    handler: answerCall,
  });
}

async function answerCall(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { ctx } = request;
  if (!ctx) throw new Error('A handler ran before its credential was verified.');
  const call = callOf(request);
  // The rest of the body is not read.
  if (call.body.form === 'TOO_LARGE' || call.body.form === 'ENCODED') reply.header('connection', 'close');
  const { sandboxProduct: answer } =
    (await query(ctx, { call })) ?? (await run(ctx, SandboxProductDocument, { call }));
  if (!answer) throw new Error('A call of a product has no answer.');
  const { status, headers, body } = answer;
  reply.code(status).headers({ ...answerHeaders(ctx), ...(headers as Record<string, string>) });
  return reply.send(body ?? undefined);
}

function callOf(request: FastifyRequest): SentCall {
  const { url, method, headers } = request;
  const [address = '', ...query] = url.slice(prefix.length).split('?');
  const [slug = '', version = '', ...path] = address.split('/');
  const [, major] = /^v([1-9]\d{0,5})$/.exec(version) ?? [];
  if (!major)
    throw refuse(
      'not_found',
      `Call a product at ${prefix}{slug}/v{major}/…, for example ${prefix}orders/v1/orders.`,
    );
  return {
    slug,
    major: Number(major),
    method,
    path: `/${path.join('/')}`,
    query: query.join('?'),
    headers: Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)]],
      ),
    ),
    contentType: mediaTypeOf(request),
    body: (request.body as SentBody | null | undefined) ?? { form: 'NONE' },
  };
}
