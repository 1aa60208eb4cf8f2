import { STATUS_CODES } from 'node:http';
import { styleText } from 'node:util';
import type { Call, Send } from '../client.ts';
import { isAnswered, unexpected, type Expected } from './expected.ts';

export interface Step extends Call {
  expect: Expected;
  /** The shown fields of the answer, or of each list item, such as `person.id`; all by default. */
  show?: string[];
  /** Formats the answer, if its JSON would take pages. */
  told?: (answer: unknown) => string;
  /** Points out something in the answer. */
  note?: string;
}

export type TakeStep = (why: string, call: string, step: Step) => Promise<unknown>;

const lineLength = 100;
const longestText = 80;
const longestList = 20;
const margin = '    ';

/**
 * Creates steps that send one request and print its reason, the request and the answer. An unexpected answer
 * ends the demo.
 */
export function createTranscript(send: Send, originOf: (path: string) => string): TakeStep {
  let taken = 0;
  const tokens = new Map<string, string>();
  return async (why, call, { expect, show, told, note, ...request }) => {
    taken += 1;
    const [method = '', path = ''] = call.split(' ');
    say(`\n${style('bold', `${taken}. ${why}`)}`);
    say(`\n${margin}${style('cyan', `${method} ${path}`)}`);
    if (request.as)
      say(`${margin}${style('dim', `Authorization: Bearer ${tokens.get(request.as) ?? short(request.as)}`)}`);
    if (request.workspace) say(`${margin}${style('dim', `X-Workspace-Id: ${request.workspace}`)}`);
    for (const [name, value] of Object.entries(request.headers ?? {}))
      say(`${margin}${style('dim', `${name}: ${value}`)}`);
    if (request.body !== undefined) say(layout(request.body));

    const { status, body } = await send(method, originOf(path) + path, request);
    say(`\n${margin}${style(status < 400 ? 'green' : 'yellow', `${status} ${STATUS_CODES[status]}`)}`);
    const isExpected = isAnswered({ status, body }, expect);
    say(isExpected && told ? indented(told(body)) : layout(isExpected ? chosen(body, show) : body));
    if (!isExpected) throw unexpected(taken, { status, body }, expect);
    if (note) say(`\n${margin}${style('italic', note)}`);
    if (isSession(body)) tokens.set(body.accessToken, `‹${body.person.name}’s access token›`);
    return body;
  };
}

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Prints a message that the server pushed. */
export function sayLive(why: string, message: unknown): void {
  say(`\n${margin}${style('bold', why)}\n${margin}${style('magenta', 'websocket')}\n${layout(message)}`);
}

/** Prints a message that a webhook receiver accepted. */
export function sayReceived(
  why: string,
  { message, signatures }: { message: unknown; signatures: number },
): void {
  const how = `webhook, with ${signatures === 1 ? 'a signature' : `${signatures} signatures`}`;
  say(`\n${margin}${style('bold', why)}\n${margin}${style('magenta', how)}\n${layout(message)}`);
}

interface ToolCall {
  why: string;
  name: string;
  args: unknown;
  isError: boolean;
  answer: unknown;
}

/** Prints an agent's tool call and its answer. */
export function sayTool({ why, name, args, isError, answer }: ToolCall): void {
  say(`\n${style('bold', why)}\n\n${margin}${style('cyan', `tools/call ${name}`)}\n${layout(args)}`);
  const outcome = isError ? style('yellow', 'refused') : style('green', 'answered');
  say(`\n${margin}${outcome}\n${typeof answer === 'string' ? indented(answer) : layout(answer)}`);
}

/** Styles the text if the output is a terminal that supports it. */
export function style(format: Parameters<typeof styleText>[0], text: string): string {
  return styleText(format, text, { stream: process.stdout });
}

// Shortened tokens look alike, so the transcript shows the person's name.
function isSession(body: unknown): body is { accessToken: string; person: { name: string } } {
  return typeof body === 'object' && body !== null && 'accessToken' in body && 'person' in body;
}

function chosen(body: unknown, names: string[] | undefined): unknown {
  if (!names || typeof body !== 'object' || body === null) return body;
  if ('data' in body && Array.isArray(body.data))
    return { ...body, data: body.data.map((item) => chosen(item, names)) };
  const shown = Object.entries(body).flatMap(([name, field]) => {
    if (names.includes(name)) return [[name, field]];
    const inner = names.filter((it) => it.startsWith(`${name}.`)).map((it) => it.slice(name.length + 1));
    return inner.length > 0 ? [[name, chosen(field, inner)]] : [];
  });
  const left = Object.keys(body).length - shown.length;
  return Object.fromEntries(left > 0 ? [...shown, ['…', `${left} more`]] : shown);
}

/** Formats JSON for reading: short values on one line, long texts and lists cut. */
function layout(value: unknown): string {
  return indented(jsonOf(value, lineLength));
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, margin);
}

function jsonOf(value: unknown, room: number): string {
  if (typeof value === 'string') return JSON.stringify(short(value));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const parts = partsOf(value, room - 2);
  const line = `${open} ${parts.join(', ')} ${close}`;
  if (parts.length === 0) return open + close;
  if (line.length <= room && !line.includes('\n')) return line;
  return `${open}\n${parts.join(',\n').replaceAll(/^/gm, '  ')}\n${close}`;
}

function partsOf(value: object, room: number): string[] {
  if (!Array.isArray(value))
    return Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}: ${jsonOf(field, room)}`);
  const parts = value.slice(0, longestList).map((item) => jsonOf(item, room));
  return value.length > longestList ? [...parts, `… ${value.length - longestList} more`] : parts;
}

// Cuts tokens and documents, but not sentences.
function short(text: string): string {
  const isSentence = text.includes(' ') && !text.startsWith('{');
  return text.length > longestText && !isSentence ? `${text.slice(0, longestText / 2)}…` : text;
}
