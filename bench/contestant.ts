import { ask, type Target } from './load.ts';
import type { MeasuredProcess } from './process.ts';

export interface Contestant extends Target {
  name: string;
  process: MeasuredProcess;
}

export interface Contest {
  title: string;
  contestants: Contestant[];
}

/** A request, and the JSON that answers it. */
export interface Call {
  method?: 'GET' | 'POST';
  path: string;
  /** JSON; none goes along where it is undefined. */
  body?: unknown;
  answer: unknown;
}

/** Throws where the process does not answer the call as it should. */
export async function contestant(
  name: string,
  process: MeasuredProcess,
  credential: string,
  call: Call,
): Promise<Contestant> {
  const { port } = process;
  const request = requestOf(call, credential);
  const answer = await ask(port, request);
  const expected = JSON.stringify(call.answer);
  if (answer !== expected) throw new Error(`${name} should answer ${expected}. It answers ${answer}.`);
  return { name, process, port, request, answer };
}

/** The bytes of a call by somebody, for a connection that is kept open. */
export function requestOf({ method = 'POST', path, body }: Omit<Call, 'answer'>, credential: string): Buffer {
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${credential}`,
    'Accept: application/json',
  ];
  if (body === undefined) return Buffer.from(`${head.join('\r\n')}\r\n\r\n`);
  const text = JSON.stringify(body);
  head.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`);
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`);
}
