import { setTimeout as wait } from 'node:timers/promises';

export interface Call {
  /** An access token or a key. */
  as?: string | undefined;
  workspace?: string | undefined;
  /** Further headers. */
  headers?: Record<string, string>;
  body?: unknown;
}

export interface Answer {
  status: number;
  body: unknown;
}

export type Send = (method: string, url: string, call?: Call) => Promise<Answer>;

export interface ClientOptions {
  signal?: AbortSignal;
  /** Called before a wait for a rate limit. */
  onWait?: (seconds: number) => void;
}

const defaultWaitSeconds = 1;
const maxWaitSeconds = 120;
const healthTimeoutMs = 2000;

/** Sends and reads JSON. After a 429, it waits for `Retry-After`, up to two minutes, and tries again. */
export function createClient({ signal, onWait }: ClientOptions = {}): Send {
  return async (method, url, call = {}) => {
    for (;;) {
      const response = await request(url, { method, signal: signal ?? null, ...messageOf(call) });
      const body = parse(await response.text());
      const seconds = Number(response.headers.get('retry-after') ?? defaultWaitSeconds);
      if (response.status !== 429 || seconds > maxWaitSeconds) return { status: response.status, body };
      onWait?.(seconds);
      await wait(seconds * 1000, undefined, signal && { signal });
    }
  };
}

/** Whether a Sallyport server answers at the origin. */
export async function isServerAt(origin: string): Promise<boolean> {
  try {
    const response = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(healthTimeoutMs) });
    return response.ok && textAt(parse(await response.text()), 'status') === 'ok';
  } catch {
    return false;
  }
}

/** Returns the text at a path of an answer, such as `person.id`. Throws if there is no text. */
export function textAt(body: unknown, path: string): string {
  let value = body;
  for (const name of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[name];
  if (typeof value !== 'string') throw new Error(`The answer has no \`${path}\`: ${JSON.stringify(body)}`);
  return value;
}

/** Returns the items of a list's answer. */
export function itemsOf(body: unknown): unknown[] {
  const { data } = body as { data?: unknown };
  if (!Array.isArray(data)) throw new Error(`The answer is not a list: ${JSON.stringify(body)}`);
  return data;
}

function messageOf({ as, workspace, headers, body }: Call) {
  return {
    headers: {
      ...headers,
      ...(as !== undefined && { authorization: `Bearer ${as}` }),
      ...(workspace !== undefined && { 'x-workspace-id': workspace }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}

async function request(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new Error(`${new URL(url).origin} stopped answering. Check the server's log.`, { cause: error });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
