import { foreignJson } from '../../schema/values/foreign-json.ts';
import type { IncomingAnswer } from '../../schema/kernel/ports/egress.ts';
import { isObject, own, type JsonObject } from '../../schema/values/foreign-values.ts';

/** The JSON-RPC answer to a request: a result, or the code of an error. */
export type Reply = { result: JsonObject } | { error: number };

const maxEvents = 10_000;
const internalError = -32603;

/**
 * Returns the reply to the request with this id, from JSON or from a stream of events. Returns null if there
 * is none, or it is unreadable. Calls `notified` with the method of each notification before it.
 */
export function replyIn(
  { headers, body }: IncomingAnswer,
  id: string | number,
  notified: (method: string) => void = () => {},
): Reply | null {
  const [type] = (headers['content-type'] ?? '').toLowerCase().split(';', 1);
  const text = new TextDecoder().decode(body);
  switch (type?.trim()) {
    case 'application/json':
      return replyOf(foreignJson(text), id);
    case 'text/event-stream':
      return replyAmong(messagesIn(text), id, notified);
    default:
      return null;
  }
}

function replyAmong(
  messages: readonly string[],
  id: string | number,
  notified: (method: string) => void,
): Reply | null {
  for (const text of messages) {
    const message = foreignJson(text);
    if (message === undefined) return null;
    const reply = replyOf(message, id);
    if (reply) return reply;
    const method = own(message, 'method');
    if (typeof method === 'string' && own(message, 'id') === undefined) notified(method);
  }
  return null;
}

function replyOf(message: unknown, id: string | number): Reply | null {
  const [result, error, answered] = [own(message, 'result'), own(message, 'error'), own(message, 'id')];
  if (own(message, 'jsonrpc') !== '2.0') return null;
  const isToThis = answered === id || answered === String(id);
  if (isObject(result) && isToThis) return { result };
  // A server that cannot read the id answers without one.
  if (!isObject(error) || !(isToThis || answered === undefined || answered === null)) return null;
  const code = own(error, 'code');
  return { error: Number.isSafeInteger(code) ? (code as number) : internalError };
}

/**
 * Returns the data of the messages in a stream of server-sent events; empty if there are too many. The
 * client's own parser takes minutes for megabytes of carriage returns.
 */
function messagesIn(text: string): string[] {
  const events = text.split(/(?:\r\n|\r(?!\n)|\n){2}/, maxEvents + 1);
  return events.length > maxEvents ? [] : events.map(dataOf).filter((data) => data !== '');
}

// HTML, server-sent events §9.2.6; an event with a name other than `message` is no message.
function dataOf(event: string): string {
  const data: string[] = [];
  for (const line of event.split(/\r\n|\r|\n/)) {
    const [, field, value = ''] = /^(data|event)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'event' && value !== '' && value !== 'message') return '';
    if (field === 'data') data.push(value);
  }
  return data.join('\n');
}
