import type { IncomingMessage, ServerResponse } from 'node:http';
import { httpHost } from '../support/listeners.ts';

export interface Seen {
  method: string;
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
}

export interface Said {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

/** The outcome of a request on its way. */
export type Fate = 'HANDED_ON' | 'HUNG_UP_ON' | 'ANSWER_LOST' | 'LEFT_WAITING' | Said;

/** A proxy on loopback between a client and its server, which fails on command. */
export interface Between {
  origin: string;
  /** The origin to which it forwards requests. */
  target: string;
  /** The requests that it received, except those that it answered itself. */
  seen: Seen[];
  /** The outcomes of the next requests, in sequence. Later requests are forwarded. */
  fates: Fate[];
  /** Answers a request instead of forwarding it, unless it returns null. */
  itself: (seen: Seen) => Promise<Said | null>;
}

export async function between(): Promise<Between> {
  const it: Between = { origin: '', target: '', seen: [], fates: [], itself: async () => null };
  const host = await httpHost((request, answer) => void serve(it, request, answer));
  it.origin = host.origin;
  return it;
}

async function serve(it: Between, request: IncomingMessage, answer: ServerResponse): Promise<void> {
  const { method = '', url: path = '', headers } = request;
  const seen = { method, path, headers, body: await bodyOf(request) };
  const own = await it.itself(seen);
  if (own) return say(answer, own);
  it.seen.push(seen);
  const fate = it.fates.shift() ?? 'HANDED_ON';
  if (fate === 'LEFT_WAITING') return;
  if (fate === 'HUNG_UP_ON') return void answer.destroy();
  if (typeof fate === 'object') return say(answer, fate);
  const said = await handOn(it.target, seen);
  if (fate === 'ANSWER_LOST') answer.destroy();
  else say(answer, said);
}

async function handOn(target: string, { method, path, headers, body }: Seen): Promise<Said> {
  const { authorization, 'content-type': type, 'idempotency-key': key } = headers;
  const answer = await fetch(new URL(path, target), {
    method,
    headers: {
      ...(typeof authorization === 'string' && { authorization }),
      ...(typeof type === 'string' && { 'content-type': type }),
      ...(typeof key === 'string' && { 'idempotency-key': key }),
    },
    ...(method === 'POST' && { body }),
  });
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() };
}

function say(answer: ServerResponse, { status, headers, body = '' }: Said): void {
  const { 'content-length': _, 'transfer-encoding': __, ...kept } = headers ?? {};
  answer.writeHead(status, kept).end(body);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
