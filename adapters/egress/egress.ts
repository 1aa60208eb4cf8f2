import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Readable } from 'node:stream';
import { Agent, type Dispatcher } from 'undici';
import {
  EgressFailure,
  type IncomingAnswer,
  type OutgoingRequest,
  type Receivers,
} from '../../schema/kernel/ports/egress.ts';
import { connectorWithin, type NameServer } from './connect.ts';
import { acceptedEncodings, readBody } from './decode.ts';
import { assertPublic, destinationOf, type Frontier } from './destination.ts';
import { failureOf } from './failure.ts';
import { isOfTheConnection } from './headers.ts';

export interface OpenEgress extends Receivers, AsyncDisposable {}

const connectionsPerOrigin = 20;
/** The time limit for the body of a brief answer. */
const briefMs = 2_000;
const maxHeaderBytes = 16_384;
const maxRedirects = 3;
const redirects = new Set([301, 302, 303, 307, 308]);
const bodiless = new Set([204, 205, 304]);

/** Creates the only way out to external hosts, without proxies, cookies or any data about the caller. */
export function createEgress(
  frontier: Frontier,
  names: NameServer = nameServers(),
  connections = connectionsPerOrigin,
): OpenEgress {
  const agent = new Agent({
    connect: connectorWithin(frontier, names),
    connections,
    maxHeaderSize: maxHeaderBytes,
    // The request's signal limits the total time.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    async send(request) {
      const signal = AbortSignal.any([
        AbortSignal.timeout(request.bounds.timeoutMs),
        ...(request.signal ? [request.signal] : []),
      ]);
      try {
        assertSendable(request);
        return await follow(agent, frontier, { ...request, signal });
      } catch (error) {
        throw failureOf(error, signal, request.bounds.timeoutMs);
      }
    },
    assertAllowed(url) {
      const { host, isAllowed } = destinationOf(url, frontier);
      if (!isAllowed && isIP(host) !== 0) assertPublic(frontier, host, [host]);
    },
    [Symbol.asyncDispose]: async () => await agent.close(),
  };
}

function nameServers(): NameServer {
  return new Resolver({ timeout: 2_000, tries: 2 });
}

function assertSendable({ headers }: OutgoingRequest): void {
  const name = Object.keys(headers).find(isOfTheConnection);
  if (name !== undefined)
    throw new EgressFailure('request_not_allowed', `The header ${name} is not for a request to set.`);
}

async function follow(
  agent: Dispatcher,
  frontier: Frontier,
  request: OutgoingRequest,
): Promise<IncomingAnswer> {
  let { url } = request;
  for (let hops = 0; ; hops++) {
    destinationOf(url, frontier);
    const answer = await exchange(agent, { ...request, url });
    const { location } = answer.headers;
    const isFollowed = !request.isBrief && request.followsRedirects !== false;
    if (!isFollowed || !redirects.has(answer.status) || location === undefined) return answer;
    if (hops === maxRedirects) throw notFollowed(`It redirects more than ${maxRedirects} times.`);
    url = redirectedTo(request, url, location);
  }
}

// The credentials must not go to another origin, which is also unchecked.
function redirectedTo({ method }: OutgoingRequest, from: URL, location: string): URL {
  if (method !== 'GET' && method !== 'HEAD')
    throw notFollowed(`It redirects a ${method} request, which cannot be repeated.`);
  if (!URL.canParse(location, from)) throw notFollowed('It redirects to an invalid URL.');
  const to = new URL(location, from);
  // The message omits the host, which is part of the answer and may contain the credential.
  if (to.origin !== from.origin) throw notFollowed('It redirects to another host.');
  return to;
}

function notFollowed(sentence: string): EgressFailure {
  return new EgressFailure('redirect_not_allowed', `The server does not follow the redirect. ${sentence}`);
}

async function exchange(
  agent: Dispatcher,
  { method, url, headers, body, bounds, signal, isBrief }: OutgoingRequest,
): Promise<IncomingAnswer> {
  const answer = await agent.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method,
    headers: { 'accept-encoding': acceptedEncodings, ...headers },
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  });
  const named = joined(answer.headers);
  if (isBrief)
    return { status: answer.statusCode, headers: named, body: await beginningOf(answer.body, bounds), url };
  const encoding =
    method === 'HEAD' || bodiless.has(answer.statusCode) ? undefined : named['content-encoding'];
  const content = await readBody(answer.body, encoding, bounds.maxBytes);
  return { status: answer.statusCode, headers: named, body: content, url };
}

// The receiver has accepted the request by then, even if the rest of the answer fails.
async function beginningOf(body: Readable, { maxBytes }: OutgoingRequest['bounds']): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const timer = setTimeout(() => body.destroy(), briefMs);
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= maxBytes) break;
    }
  } catch {
    // The body broke off, or its time limit has passed.
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

function joined(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}
