import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../schema/kernel/context.ts';
import type { SentCall } from '../../schema/values/sent-call.ts';
import { CallLiveProductDocument, LiveProductDocument } from '../documents.generated.ts';
import { answerHeaders } from '../http/answer-headers.ts';
import { whileConnected } from '../http/while-connected.ts';
import { callIn, serveCalls } from './product-request.ts';
import type { ServeOptions } from './serve.ts';
import { run } from '../../schema/run.ts';

const prefix = '/v1/products/';

/** Registers the live calls of API products: every path and method below `/v1/products`. */
export function serveLiveCalls(app: FastifyInstance, options: Omit<ServeOptions, 'rows'>): void {
  serveCalls(app, options, {
    prefix,
    credential: 'liveKey',
    maxBodyBytes: 2 ** 20,
    document: LiveProductDocument,
    answer: answerCall,
  });
}

async function answerCall(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (!request.ctx) throw new Error('A handler ran before its credential was verified.');
  const ctx = whileConnected(request.ctx, reply);
  const call = callIn(request, prefix);
  // The rest of the body is not read.
  if (call.body.form === 'TOO_LARGE' || call.body.form === 'ENCODED') reply.header('connection', 'close');
  const { status, headers, body } = await answerTo(ctx, call);
  const bytes = body as Buffer;
  return reply
    .code(status)
    .headers({ ...answerHeaders(ctx), ...(headers as Record<string, string>) })
    .send(bytes.length > 0 ? bytes : undefined);
}

/** Runs the query for GET and HEAD, otherwise the mutation. */
async function answerTo(ctx: Context, call: SentCall & { raw: Buffer | null }) {
  if (call.method === 'GET' || call.method === 'HEAD') {
    const { liveProduct } = await run(ctx, LiveProductDocument, { call });
    if (liveProduct) return liveProduct;
  } else {
    const { callLiveProduct } = await run(ctx, CallLiveProductDocument, { input: { call } });
    if (callLiveProduct) return callLiveProduct.answer;
  }
  throw new Error('A call of a product has no answer.');
}
