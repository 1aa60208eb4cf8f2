import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { agentOf, type Context } from '../../schema/kernel/context.ts';
import { scopeMissing } from '../../schema/values/errors.ts';
import type { McpSessions } from '../../schema/kernel/ports/mcp-sessions.ts';
import { answerHeaders } from '../http/answer-headers.ts';
import type { Cancels } from './cancels.ts';
import type { Dispatch, Reply } from './dispatch.ts';
import { assertMethodHeader, assertNameHeader } from './headers.ts';
import { inboundOf, type Inbound } from './inbound.ts';
import type { Method } from './method.ts';
import { progressTokenOf, soonOrStream } from './progress.ts';
import { codes, metaOf, ProtocolError } from './protocol.ts';
import { assertSession, sessionHeader, sessionOf } from './session.ts';

export interface Serving {
  dispatch: Dispatch;
  sessions: McpSessions;
  cancels: Cancels;
}

type Requested = Inbound & { kind: 'request' };

/** Answers a POST of an authorized caller: checks era, headers, method and session, then runs it. */
export async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { dispatch, sessions, cancels }: Serving,
): Promise<FastifyReply> {
  const ctx = contextOf(request);
  const inbound = inboundOf(request);
  const method = inbound.kind === 'request' ? methodOf(inbound, request, dispatch) : null;
  const begins = inbound.era === 'legacy' && method?.name === 'initialize';
  if (inbound.era === 'legacy' && !begins) await assertSession(sessions, ctx, request);
  reply.headers(answerHeaders(ctx));
  if (inbound.kind === 'notification' && inbound.era === 'modern') assertMethodHeader(request.headers);
  if (inbound.kind === 'notification' && inbound.era === 'legacy') hear(inbound, request, cancels);
  if (inbound.kind !== 'request' || !method) return await reply.code(202).send();
  const token = method.name === 'tools/call' ? progressTokenOf(request, inbound.message.params) : null;
  const session = inbound.era === 'legacy' && !begins ? sessionOf(request) : null;
  const cancelling = session === null ? null : cancels.during(session, inbound.message.id);
  const hungUp = cancelling?.signal ?? (inbound.era === 'modern' ? hungUpOn(reply) : null);
  const client = { ...clientOf(ctx, inbound), hungUp, isPatient: token !== null };
  const work = responseTo(inbound, method, { ...ctx, client }, dispatch).finally(cancelling?.answered);
  const response = token === null ? await work : await soonOrStream(work, token, inbound.message.id);
  if (response instanceof Readable) return await streamed(reply, response);
  if (begins && 'result' in response) {
    const { protocolVersion } = response.result as { protocolVersion: string };
    reply.header(sessionHeader, await sessions.begin(ctx, protocolVersion));
  }
  return await reply.code(statusOf(response)).send(response);
}

export function contextOf({ ctx }: FastifyRequest): Context {
  if (!ctx) throw new Error('A handler ran before its credential was verified.');
  return ctx;
}

function methodOf({ era, message }: Requested, { headers }: FastifyRequest, dispatch: Dispatch): Method {
  if (era === 'modern') assertMethodHeader(headers);
  const method = dispatch.find(era, message.method);
  if (era === 'modern' && method.nameIn) assertNameHeader(headers, message.params?.[method.nameIn]);
  return method;
}

async function responseTo(
  { era, message }: Requested,
  method: Method,
  ctx: Context,
  dispatch: Dispatch,
): Promise<Reply> {
  const params = paramsOf(method, message);
  assertScopes(ctx, method.scopes(params));
  const call = { ctx, era, params: message.params ?? {} };
  return await dispatch.run(method, { id: message.id, params }, call);
}

function paramsOf(
  { request }: Method,
  { method, params }: { method: string; params?: object | undefined },
): unknown {
  const { data, error } = request.safeParse({ method, ...(params && { params }) });
  if (!error) return (data as { params?: unknown }).params;
  const [issue] = error.issues;
  throw new ProtocolError(
    codes.invalidParams,
    `The parameters do not fit ${method}: ${issue?.path.join('.')}: ${issue?.message}`,
  );
}

function assertScopes(ctx: Context, needed: readonly string[]): void {
  const has: readonly string[] = needed.length > 0 ? agentOf(ctx).scopes : [];
  if (needed.every((scope) => has.includes(scope))) return;
  throw scopeMissing(needed, has);
}

// A client with a session cancels a request with a notification; a closed connection cancels nothing.
function hear(
  { message }: Inbound & { kind: 'notification' },
  request: FastifyRequest,
  cancels: Cancels,
): void {
  if (message.method === 'notifications/cancelled')
    cancels.cancel(sessionOf(request), message.params?.['requestId']);
}

async function streamed(reply: FastifyReply, events: Readable): Promise<FastifyReply> {
  // Some proxies would buffer the stream until its end.
  return await reply.code(200).header('x-accel-buffering', 'no').type('text/event-stream').send(events);
}

// The traceparent in the message applies to it alone, and the header to everything on the connection.
function clientOf({ client }: Context, { message }: Requested): Context['client'] {
  const { traceparent } = metaOf(message.params);
  return { ...client, ...(typeof traceparent === 'string' && { traceparent }) };
}

// MCP 2026-07-28: a client that hangs up cancels its request. The response shows it, since the request closes
// as soon as it is read, and so does Fastify's `request.signal`.
function hungUpOn({ raw }: FastifyReply): AbortSignal {
  const hungUp = new AbortController();
  raw.on('close', () => {
    if (!raw.writableFinished) hungUp.abort();
  });
  return hungUp.signal;
}

// The only error of a handler with its own status.
function statusOf(response: Reply): number {
  return 'error' in response && response.error.code === codes.missingClientCapability ? 400 : 200;
}
