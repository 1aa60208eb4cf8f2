import type { IncomingAnswer } from '../../schema/outside.ts';
import { isObject, own, type JsonObject } from '../describe/values.ts';

/** What was answered to a request by JSON-RPC: a result, or the code of an error. */
export type Reply = { result: JsonObject } | { error: number };

const maxEvents = 10_000;
const maxDepth = 256;
// Objects, lists and commas: more than 5 MiB of what anybody means have.
const maxParts = 500_000;
const internalError = -32603;

/** The reply to the request with this id, alone or as one event of several; null where there is none, or it is unreadable. */
export function replyIn({ headers, body }: IncomingAnswer, id: string | number): Reply | null {
  const [type] = (headers['content-type'] ?? '').toLowerCase().split(';', 1);
  const text = new TextDecoder().decode(body);
  switch (type?.trim()) {
    case 'application/json':
      return replyOf(jsonIn(text), id);
    case 'text/event-stream':
      return replyAmong(messagesIn(text), id);
    default:
      return null;
  }
}

function replyAmong(messages: readonly string[], id: string | number): Reply | null {
  for (const text of messages) {
    const message = jsonIn(text);
    if (message === undefined) return null;
    const reply = replyOf(message, id);
    if (reply) return reply;
  }
  return null;
}

function replyOf(message: unknown, id: string | number): Reply | null {
  const [result, error, answered] = [own(message, 'result'), own(message, 'error'), own(message, 'id')];
  if (own(message, 'jsonrpc') !== '2.0') return null;
  const isToThis = answered === id || answered === String(id);
  if (isObject(result) && isToThis) return { result };
  // Who cannot read an id answers with none.
  if (!isObject(error) || !(isToThis || answered === undefined || answered === null)) return null;
  const code = own(error, 'code');
  return { error: Number.isSafeInteger(code) ? (code as number) : internalError };
}

/**
 * The data of the messages in a stream of server-sent events; none where there are more than anybody means. Not by the
 * client’s own parser, which takes minutes for megabytes of carriage returns.
 */
function messagesIn(text: string): string[] {
  const events = text.split(/(?:\r\n|\r(?!\n)|\n){2}/, maxEvents + 1);
  return events.length > maxEvents ? [] : events.map(dataOf).filter((data) => data !== '');
}

// HTML, server-sent events §9.2.6; what has a name other than `message` is none.
function dataOf(event: string): string {
  const data: string[] = [];
  for (const line of event.split(/\r\n|\r|\n/)) {
    const [, field, value = ''] = /^(data|event)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'event' && value !== '' && value !== 'message') return '';
    if (field === 'data') data.push(value);
  }
  return data.join('\n');
}

function jsonIn(text: string): unknown {
  if (isTooMuch(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

// JSON.parse takes seconds for megabytes of brackets, and what goes down into them later may end the stack.
function isTooMuch(text: string): boolean {
  let [depth, parts, isInString] = [0, 0, false];
  for (let at = 0; at < text.length && depth <= maxDepth && parts <= maxParts; at++) {
    const character = text[at];
    if (isInString) {
      if (character === '\\') at += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === ',') parts += 1;
    else if (character === '[' || character === '{') {
      depth += 1;
      parts += 1;
    } else if (character === ']' || character === '}') depth -= 1;
  }
  return depth > maxDepth || parts > maxParts;
}
