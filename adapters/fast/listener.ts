import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { FastPath, Run } from './fast-path.ts';
import { answerHeaders } from '../http/answer-headers.ts';
import { hasScope } from '../../schema/kernel/access/api-key-scope.ts';
import { evaluationMs } from '../http/caller-evaluation.ts';
import type { Context } from '../../schema/kernel/context.ts';
import { createContext } from '../../schema/command/create-context.ts';
import { newId } from '../../schema/values/id.ts';
import { logAnswer } from '../http/answered.ts';
import { clientOf } from '../http/arrival.ts';
import { countAnswer, countRequest, reevaluateFor } from '../http/context.ts';
import { JsonRefusal } from '../http/json-scan.ts';
import { parseJson } from '../http/json.ts';
import { knownCaller } from './caller.ts';
import { handOver } from '../http/handed-over.ts';
import { isPlain } from './plain.ts';
import type { SurfaceConfig, SurfacePorts } from '../http/surface.ts';

export interface FastOptions {
  config: SurfaceConfig;
  ports: SurfacePorts;
  paths: readonly FastPath[];
  /** The headers of every answer. */
  headers: Readonly<Record<string, string>>;
  /** Whether the server is closing; the ordinary path then closes each connection. */
  isClosing: () => boolean;
}

export interface FastPaths {
  /** Answers the requests that it can, and passes all others to the ordinary path. */
  before(ordinary: RequestListener): RequestListener;
  /** The number of requests that the fast paths have answered. */
  readonly answered: number;
}

/** A request on a fast path with a known caller, after its headers were read. */
interface Begun {
  request: IncomingMessage;
  response: ServerResponse;
  path: FastPath;
  contentType: string;
  ctx: Context;
  startedAt: number;
  /** Null until it is read, and for a request without a body. */
  body: Buffer | null;
}

export function createFastPaths({ config, ports, paths, headers, isClosing }: FastOptions): FastPaths {
  const { baseUrl, sandboxUrl, trustProxy } = config;
  const byRequestLine = new Map(paths.map((path) => [`${path.method} ${path.path}`, path]));
  const isTrusted = proxyAddr.compile(trustProxy);
  const sandboxHost = sandboxUrl === baseUrl ? null : new URL(sandboxUrl).host;
  const common = Object.entries(headers).flat();
  let answered = 0;

  // As Fastify's `request.host`: what a trusted proxy says last.
  const hostOf = (request: IncomingMessage): string | undefined => {
    const forwarded = request.headers['x-forwarded-host']?.toString();
    const isBelieved = forwarded !== undefined && isTrusted(request.socket.remoteAddress ?? '', 0);
    return isBelieved ? forwarded.split(',').at(-1)?.trim() : request.headers.host;
  };

  const begin = (request: IncomingMessage, response: ServerResponse): Begun | null => {
    const path = byRequestLine.get(`${request.method} ${request.url}`);
    if (!path || isClosing() || !isPlain(request, path)) return null;
    const contentType = path.contentType(request.headers.accept);
    if (contentType === null) return null;
    if (path.isSandbox && sandboxHost !== null && hostOf(request) !== sandboxHost) return null;
    const credential = path.credential(request.headers.authorization !== undefined);
    const arrival = { id: newId('request'), ip: proxyAddr(request, isTrusted), headers: request.headers };
    const caller = knownCaller(ports, arrival, credential);
    if (!caller || !hasScope({ caller }, path.method)) return null;
    const ctx = createContext(ports, clientOf(arrival), caller, reevaluateFor(ports, caller));
    return { request, response, path, contentType, ctx, startedAt: performance.now(), body: null };
  };

  const send = ({ response, path, contentType, ctx, startedAt }: Begun, text: string): void => {
    const { requestId } = ctx.client;
    const length = Buffer.byteLength(text);
    const own = { ...answerHeaders(ctx), ...(isClosing() && { connection: 'close' }) };
    response.writeHead(200, [
      ...common,
      'x-request-id',
      requestId,
      ...Object.entries(own).flat(),
      'content-type',
      contentType,
      'content-length',
      String(length),
    ]);
    // ASCII has the same bytes in both, and Node writes latin1 without encoding.
    response.end(text, length === text.length ? 'latin1' : 'utf8');
    answered += 1;
    void countAnswer(ports, { caller: ctx.caller, ip: ctx.client.ip, bytes: length });
    const elapsedMs = performance.now() - startedAt;
    logAnswer(ports.log, { requestId, method: path.method, path: path.path, status: 200, elapsedMs });
  };

  const serve = async (begun: Begun): Promise<boolean> => {
    const { path, request } = begun;
    await countRequest(begun.ctx);
    if (path.method === 'POST') begun.body = await read(request);
    const run = isStale(begun) ? null : prepare(path, begun.body);
    if (!run) return false;
    const text = await run(begun.ctx);
    if (text !== null) send(begun, text);
    return text !== null;
  };

  const serveOr = async (ordinary: RequestListener, begun: Begun): Promise<void> => {
    const { request, response, ctx } = begun;
    // After any failure the ordinary path runs the request again, and reports and logs the error.
    const isAnswered = await serve(begun).catch(() => response.headersSent);
    if (isAnswered) return;
    handOver(request, { body: begun.body, allowances: ctx.allowances });
    ordinary(request, response);
  };

  return {
    before: (ordinary) => (request, response) => {
      const begun = begin(request, response);
      if (begun) void serveOr(ordinary, begun);
      else ordinary(request, response);
    },
    get answered() {
      return answered;
    },
  };
}

/** Never settles if the client hangs up early; nothing waits for it then. */
async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return await new Promise((resolve) => {
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => resolve(Buffer.concat(chunks)));
  });
}

// As on the ordinary path, the caller of a slow body is checked again at its end.
function isStale({ startedAt }: Begun): boolean {
  return performance.now() - startedAt > evaluationMs;
}

function prepare(path: FastPath, body: Buffer | null): Run | null {
  try {
    return path.prepare(body === null ? undefined : parseJson(body));
  } catch (error) {
    if (error instanceof JsonRefusal) return null;
    throw error;
  }
}
