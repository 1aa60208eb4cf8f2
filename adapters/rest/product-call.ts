import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../schema/kernel/context.ts';
import { refuse } from '../../schema/values/errors.ts';
import type { SentBody, SentCall } from '../../schema/values/sent-call.ts';
import { runCompiled } from '../../schema/compiled.ts';
import { CallSandboxProductDocument, SandboxProductDocument } from '../documents.generated.ts';
import { answerHeaders } from '../http/answer-headers.ts';
import { mediaTypeOf } from '../../schema/values/media-type.ts';
import { readBody } from './sent-body.ts';
import { guards, type ServeOptions } from './serve.ts';

const prefix = '/v1/sandbox/products/';

/** Registers the calls of API products in the sandbox: every path and method below `/v1/sandbox/products`. */
export function serveProductCalls(app: FastifyInstance, options: Omit<ServeOptions, 'rows'>): void {
  const { sandboxBodyLimitBytes } = options.settings;
  const guarded = guards('sandboxKey', true, options);
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  app.decorateRequest('sentType', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    async (request: FastifyRequest, payload: FastifyRequest['raw']) =>
      await readBody(request, payload, sandboxBodyLimitBytes),
  );
  app.route({
    method: app.supportedMethods,
    url: `${prefix}*`,
    exposeHeadRoute: false,
    // Each product has a document of its API.
    schema: { hide: true },
    ...guarded,
    onRequest: async (request) => {
      takeContentType(request);
      await guarded.onRequest(request);
    },
    config: { isSandbox: true, readsAnyBody: true, document: SandboxProductDocument },
    handler: async (request, reply) => await answerCall(request, reply, closing.signal),
  });
}

// Fastify itself refuses a malformed type, before the product is known.
function takeContentType(request: FastifyRequest): void {
  const { headers } = request.raw;
  request.sentType = headers['content-type'] ?? null;
  if (request.sentType !== null) headers['content-type'] = 'application/octet-stream';
}

async function answerCall(
  request: FastifyRequest,
  reply: FastifyReply,
  closing: AbortSignal,
): Promise<FastifyReply> {
  if (!request.ctx) throw new Error('A handler ran before its credential was verified.');
  // Only a scenario holds an answer, and signals cost a tenth of a call.
  const isHeld = request.headers['x-sandbox-scenario'] !== undefined;
  const ctx = isHeld ? whileConnected(request.ctx, reply, closing) : request.ctx;
  const call = callOf(request);
  // The rest of the body is not read.
  if (call.body.form === 'TOO_LARGE' || call.body.form === 'ENCODED') reply.header('connection', 'close');
  const { status, headers, body, ending } = await answerTo(ctx, call);
  const all = { ...answerHeaders(ctx), ...(headers as Record<string, string>) };
  if (ending !== 'WHOLE')
    return breakOff(reply, ending === 'CUT' && body ? { status, headers: all, body } : null);
  return reply
    .code(status)
    .headers(all)
    .send(body ?? undefined);
}

/** Runs the query for GET and HEAD, otherwise the mutation. */
async function answerTo(ctx: Context, call: SentCall) {
  if (call.method === 'GET' || call.method === 'HEAD') {
    const { sandboxProduct } = await runCompiled(ctx, SandboxProductDocument, { call });
    if (sandboxProduct) return sandboxProduct;
  } else {
    const { callSandboxProduct } = await runCompiled(ctx, CallSandboxProductDocument, { input: { call } });
    if (callSandboxProduct) return callSandboxProduct.answer;
  }
  throw new Error('A call of a product has no answer.');
}

/** Ends the connection after half of the body, or without an answer. */
function breakOff(
  reply: FastifyReply,
  answer: { status: number; headers: Record<string, string>; body: string } | null,
): FastifyReply {
  const { raw } = reply.hijack();
  if (!answer) {
    raw.destroy();
    return reply;
  }
  const { status, headers } = answer;
  const bytes = Buffer.from(answer.body);
  const common = reply.getHeaders() as OutgoingHttpHeaders;
  raw.writeHead(status, { ...common, ...headers, 'content-length': bytes.length });
  raw.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => raw.destroy());
  return reply;
}

/** Returns the context whose signal aborts when the client hangs up or the server stops, so that no answer is held. */
function whileConnected(ctx: Context, { raw }: FastifyReply, closing: AbortSignal): Context {
  const hangUp = new AbortController();
  raw.once('close', () => hangUp.abort());
  return { ...ctx, client: { ...ctx.client, hungUp: AbortSignal.any([hangUp.signal, closing]) } };
}

function callOf(request: FastifyRequest): SentCall {
  const { method, headers } = request;
  // RFC 9112 §3.2.2: a client may send the whole address.
  const url = request.url.replace(/^https?:\/\/[^/?#]*/i, '');
  const [address = '', ...query] = url.startsWith(prefix) ? url.slice(prefix.length).split('?') : [];
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
    contentType: mediaTypeOf(request.sentType),
    body: (request.body as SentBody | null | undefined) ?? { form: 'NONE' },
  };
}
