import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../schema/kernel/context.ts';
import type { SentCall } from '../../schema/values/sent-call.ts';
import { CallSandboxProductDocument, SandboxProductDocument } from '../documents.generated.ts';
import { whileConnected } from '../http/while-connected.ts';
import { answerHeaders } from '../http/answer-headers.ts';
import { callIn, serveCalls } from './product-request.ts';
import type { ServeOptions } from './serve.ts';
import { run } from '../../schema/run.ts';

const prefix = '/v1/sandbox/products/';

/** Registers the calls of API products in the sandbox: every path and method below `/v1/sandbox/products`. */
export function serveProductCalls(app: FastifyInstance, options: Omit<ServeOptions, 'rows'>): void {
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  serveCalls(app, options, {
    prefix,
    credential: 'sandboxKey',
    maxBodyBytes: options.settings.sandboxBodyLimitBytes,
    document: SandboxProductDocument,
    answer: async (request, reply) => await answerCall(request, reply, closing.signal),
  });
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
  const { raw: _bytes, ...call } = callIn(request, prefix);
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
    const { sandboxProduct } = await run(ctx, SandboxProductDocument, { call });
    if (sandboxProduct) return sandboxProduct;
  } else {
    const { callSandboxProduct } = await run(ctx, CallSandboxProductDocument, { input: { call } });
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
