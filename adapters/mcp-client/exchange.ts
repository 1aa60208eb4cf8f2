import type { FetchLike } from '@modelcontextprotocol/client';
import { RemoteToolsFailure, type RemoteServer } from '../../schema/kernel/ports/remote-tools.ts';
import type { Bounds, Egress, IncomingAnswer } from '../../schema/kernel/ports/egress.ts';
import { own, type JsonObject } from '../../schema/values/foreign-values.ts';
import { inputRequired, notMcp, ofEgress, ofStatus, rejected, unreadable } from './failure.ts';
import { frameOf } from './frames.ts';
import { replyIn, type Reply } from './replies.ts';

/** The requests of one client: to one server, through egress, within common limits of time and bytes. */
export interface Exchange {
  /** Replaces `fetch` in the client. */
  readonly fetch: FetchLike;
  /** The latest result of each method; the client itself gets only a frame of it. */
  readonly results: ReadonlyMap<string, JsonObject>;
  /** Returns the failure of the latest request, or null; the client's own errors say less. */
  readonly failure: () => RemoteToolsFailure | null;
}

/** The limits of an exchange, and its listener. */
export interface Exchanging {
  bounds: Bounds;
  /** The limit of bytes for all pages of tools; `bounds` applies to the other answers. */
  maxListingBytes: number;
  signal: AbortSignal | undefined;
  /** Called when the server reports that its list of tools changed. */
  onListChanged: () => void;
}

interface Message {
  /** Undefined for a notification. */
  id?: string | number;
  method: string;
}

const listChanged = 'notifications/tools/list_changed';
const probe = 'server/discover';
const handshake = new Set([probe, 'initialize']);
const maxHandshakeBytes = 262_144;
// The time limit for ending a session, since the caller already has an answer.
const endingMs = 2_000;

export function openExchange(
  egress: Egress,
  { url, headers: given }: RemoteServer,
  { bounds, maxListingBytes, signal, onListChanged }: Exchanging,
): Exchange {
  const endsAt = performance.now() + bounds.timeoutMs;
  const results = new Map<string, JsonObject>();
  const credential = Object.entries(given).map(([name, value]) => [name.toLowerCase(), value] as const);
  const bytesLeft = { listing: maxListingBytes, others: bounds.maxBytes };
  let failure: RemoteToolsFailure | null = null;

  const send = async ({ method = '', headers, body }: RequestInit, { timeoutMs, maxBytes }: Bounds) => {
    const leftMs = Math.max(1, Math.ceil(endsAt - performance.now()));
    try {
      return await egress.send({
        method,
        url,
        headers: { ...Object.fromEntries(credential), ...Object.fromEntries(new Headers(headers)) },
        ...(typeof body === 'string' && { body }),
        bounds: { timeoutMs: Math.min(timeoutMs, leftMs), maxBytes },
        ...(signal && { signal }),
      });
    } catch (error) {
      throw ofEgress(error, bounds);
    }
  };

  const post = async (init: RequestInit, body: string): Promise<Response> => {
    const { id, method } = JSON.parse(body) as Message;
    // The client sends it after a timeout, when no time is left to forward it.
    if (method === 'notifications/cancelled') return new Response(null, { status: 202 });
    failure = null;
    try {
      const budget = method === 'tools/list' ? 'listing' : 'others';
      const maxBytes = handshake.has(method) ? maxHandshakeBytes : bytesLeft[budget];
      const answer = await send(init, { ...bounds, maxBytes });
      if (id === undefined) return notified(answer);
      if (!handshake.has(method)) bytesLeft[budget] -= answer.body.length;
      const result = resultIn(answer, { id, method }, (notice) => {
        if (notice === listChanged) onListChanged();
      });
      results.set(method, result);
      return framed({ id, method }, result, answer);
    } catch (error) {
      if (!(error instanceof RemoteToolsFailure)) throw error;
      // After any answer but a refusal, it may be a server of the era with sessions.
      if (method === probe && error.cause === undefined && error.code !== 'refused')
        return new Response(null, { status: 400 });
      failure = error;
      throw error;
    }
  };

  return {
    results,
    failure: () => failure,
    fetch: async (_, init = {}) => {
      if (typeof init.body === 'string') return await post(init, init.body);
      // The client needs only answers, and no stream of messages from the server.
      if (init.method !== 'DELETE') return new Response(null, { status: 405 });
      await send(init, { timeoutMs: endingMs, maxBytes: maxHandshakeBytes });
      return new Response(null, { status: 204 });
    },
  };
}

function notified({ status }: IncomingAnswer): Response {
  if (status >= 300) throw ofStatus(status);
  return new Response(null, { status: 202 });
}

function resultIn(
  answer: IncomingAnswer,
  { id, method }: Required<Message>,
  onNotice: (method: string) => void,
): JsonObject {
  const { status } = answer;
  const isMeant = status < 300 || status === 400 || status === 404;
  const reply = isMeant ? replyIn(answer, id, onNotice) : null;
  if (reply && 'error' in reply) throw rejected(reply.error);
  if (status >= 300) throw ofStatus(status);
  if (!reply) throw handshake.has(method) ? notMcp('It does not follow the protocol.') : unreadable();
  assertComplete(reply);
  return reply.result;
}

// Versions before 2026-07-28 have only complete results.
function assertComplete({ result }: Extract<Reply, { result: JsonObject }>): void {
  const type = own(result, 'resultType');
  if (type === 'input_required') throw inputRequired();
  if (type !== undefined && type !== 'complete') throw unreadable();
}

function framed({ id, method }: Required<Message>, result: JsonObject, { headers }: IncomingAnswer) {
  const session = headers['mcp-session-id'] ?? '';
  return Response.json(
    { jsonrpc: '2.0', id, result: frameOf(method, result) },
    // MCP 2025-11-25, transports: a session id is visible ASCII.
    { headers: /^[\x21-\x7e]{1,1000}$/.test(session) ? { 'mcp-session-id': session } : {} },
  );
}
