import { isDeepStrictEqual } from 'node:util';
import { ask, inTurn, type Target } from './load.ts';
import type { MeasuredProcess } from './process.ts';

export interface Contestant extends Target {
  name: string;
  process: MeasuredProcess;
  /** The number of concurrent requests, if it differs from the default. */
  connections?: number;
}

export interface Contest {
  title: string;
  contestants: Contestant[];
  /** Whether to measure response times too, with one request at a time. */
  isTimed?: boolean;
  /** Whether to count system calls too. */
  isTraced?: boolean;
}

export type Headers = Record<string, string>;

/** A request, and the expected JSON answer. */
export interface Call {
  method?: 'GET' | 'POST';
  path: string;
  headers?: Headers;
  /** The JSON body; undefined for no body. */
  body?: unknown;
  answer: unknown;
}

/** The parts that differ between the alternating requests. */
export type Turn = Pick<Call, 'headers' | 'body'>;

const checkedAtOnce = 50;

/** Throws if the process does not give the expected answer to every variant of the call. */
export async function contestant(
  name: string,
  process: MeasuredProcess,
  credential: string,
  call: Call,
  turns: readonly Turn[] = [{}],
): Promise<Contestant> {
  const { port } = process;
  const requests = turns.map((turn) =>
    requestOf({ ...call, ...turn, headers: { ...call.headers, ...turn.headers } }, credential),
  );
  const answers: string[] = [];
  for (let from = 0; from < requests.length; from += checkedAtOnce) {
    const some = requests.slice(from, from + checkedAtOnce);
    answers.push(...(await Promise.all(some.map(async (request) => await ask(port, request)))));
  }
  const [answer = '', ...others] = answers;
  const unlike = others.find((it) => it !== answer);
  if (unlike !== undefined) throw new Error(`${name} answers ${answer}, and then ${unlike}.`);
  if (!isDeepStrictEqual(JSON.parse(answer), call.answer))
    throw new Error(`${name} should answer ${JSON.stringify(call.answer)}. It answers ${answer}.`);
  return { name, process, port, next: inTurn(requests), answer };
}

/** What axios sends, and what the reverse proxy of `compose.yaml` adds. */
const usualHeaders = {
  accept: 'application/json, text/plain, */*',
  'user-agent': 'axios/1.21.1',
  'accept-encoding': 'gzip, compress, deflate, br',
  'x-forwarded-for': '127.0.0.1',
  'x-forwarded-host': 'localhost',
  'x-forwarded-proto': 'http',
};

/** Returns the bytes of a call with this credential, for a connection that stays open. */
export function requestOf(
  { method = 'POST', path, headers = {}, body }: Omit<Call, 'answer'>,
  credential: string,
): Buffer {
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${credential}`,
    ...Object.entries({ ...usualHeaders, ...headers }).map(([name, value]) => `${name}: ${value}`),
  ];
  if (body === undefined) return Buffer.from(`${head.join('\r\n')}\r\n\r\n`);
  const text = JSON.stringify(body);
  head.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`);
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`);
}
