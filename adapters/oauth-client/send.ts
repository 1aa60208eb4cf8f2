import type { IncomingAnswer, Egress } from '../../schema/kernel/ports/egress.ts';
import type { JsonObject } from '../../schema/values/foreign-values.ts';
import { ofEgress } from './failure.ts';

const bounds = { timeoutMs: 10_000, maxBytes: 65_536 };

interface Sent {
  method: string;
  headers?: Readonly<Record<string, string>>;
  body?: URLSearchParams | string | undefined;
}

/** Sends one request to a server, and returns the answer as `read` parses it. Throws an OAuthFailure. */
export async function send<Read>(
  egress: Egress,
  url: string,
  { method, headers, body }: Sent,
  read: (answer: IncomingAnswer) => Read,
): Promise<Read> {
  const request = {
    method,
    url: new URL(url),
    headers: { accept: 'application/json', ...headers, 'user-agent': 'Sallyport' },
    ...(body !== undefined && { body: body.toString() }),
    bounds,
  };
  try {
    return read(await egress.send(request));
  } catch (error) {
    throw ofEgress(error);
  }
}

/** Replaces `fetch` in the library, which gets the parsed content and not the original answer. */
export function sendingBy(egress: Egress, read: (answer: IncomingAnswer) => JsonObject | null) {
  return async (url: string, sent: Sent): Promise<Response> =>
    Response.json((await send(egress, url, sent, read)) ?? {});
}
