import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { isPinned } from './process.ts';

export interface Target {
  port: number;
  /** Returns the next whole HTTP/1.1 request in rotation. */
  next: () => Buffer;
  /** The body that every answer must have. */
  answer: string;
}

export interface Counted {
  /** The response times, in milliseconds. */
  waits: number[];
  elapsedMs: number;
}

const headEnd = '\r\n\r\n';
const lastChunk = '0\r\n\r\n';

/**
 * Keeps this many connections busy, each with one request at a time. Uses raw sockets, since an HTTP client
 * costs as much as the measured servers. Throws at the first wrong answer.
 */
export async function load(target: Target, connections: number, ms: number): Promise<Counted> {
  const sockets = await Promise.all(Array.from({ length: connections }, async () => await open(target.port)));
  const start = performance.now();
  using _ = isPinned ? awake() : null;
  try {
    const answered = sockets.map(async (socket) => await converse(socket, target, start + ms));
    const waits = (await Promise.all(answered)).flat();
    return { waits, elapsedMs: performance.now() - start };
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

/**
 * Keeps the process awake while it waits. Otherwise the writing server pays for waking it: about twenty
 * microseconds per answer, and only for servers slow enough that the client sleeps.
 */
function awake(): Disposable {
  let isOver = false;
  const turn = () => {
    if (!isOver) setImmediate(turn);
  };
  turn();
  return { [Symbol.dispose]: () => void (isOver = true) };
}

/** Returns the body of one answer with status 200. */
export async function ask(port: number, request: Buffer): Promise<string> {
  const socket = await open(port);
  socket.write(request);
  let received = '';
  for await (const chunk of socket) {
    received += chunk;
    const body = bodyOf(received);
    if (body !== undefined) return body;
  }
  throw new Error('The server closed the connection without an answer.');
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: 'localhost', noDelay: true });
  socket.setEncoding('utf8');
  await once(socket, 'connect');
  return socket;
}

/** Returns a function that gives the requests in rotation; all callers share one position. */
export function inTurn(requests: readonly Buffer[]): () => Buffer {
  let sent = 0;
  return () => {
    const request = requests[sent % requests.length];
    if (!request) throw new Error('There is no request to send.');
    sent += 1;
    return request;
  };
}

async function converse(socket: Socket, { answer, next }: Target, until: number): Promise<number[]> {
  return await new Promise((resolve, reject) => {
    const waits: number[] = [];
    let received = '';
    let sentAt = performance.now();
    socket.on('data', (chunk: string) => {
      received += chunk;
      try {
        const body = bodyOf(received);
        if (body === undefined) return;
        if (body !== answer) throw new Error(`The answer should have been ${answer}. It was ${body}.`);
      } catch (error) {
        reject(error);
        return;
      }
      const now = performance.now();
      waits.push(now - sentAt);
      received = '';
      sentAt = now;
      if (now < until) socket.write(next());
      else resolve(waits);
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The server closed a connection.')));
    socket.write(next());
  });
}

/** Returns the body of a complete answer; undefined before. */
function bodyOf(received: string): string | undefined {
  const end = received.indexOf(headEnd);
  if (end === -1) return undefined;
  const head = received.slice(0, end);
  const rest = received.slice(end + headEnd.length);
  if (!head.startsWith('HTTP/1.1 200 ')) throw new Error(`The server answered: ${received}`);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length !== undefined) return Buffer.byteLength(rest) < Number(length) ? undefined : rest;
  return rest.endsWith(lastChunk) ? unchunked(rest) : undefined;
}

// RFC 9112 §7.1. The measured texts are ASCII, so characters count as bytes.
function unchunked(chunks: string): string {
  let body = '';
  for (let rest = chunks; ;) {
    const start = rest.indexOf('\r\n') + 2;
    const size = Number.parseInt(rest, 16);
    if (size === 0) return body;
    body += rest.slice(start, start + size);
    rest = rest.slice(start + size + 2);
  }
}
