import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type { SentBody } from '../../schema/values/sent-call.ts';
import { mediaTypeOf } from '../../schema/values/media-type.ts';
import { storable } from '../../schema/values/storable.ts';
import { refuse } from '../../schema/values/errors.ts';
import { JsonRefusal } from '../http/json-scan.ts';
import { parseJson } from '../http/json.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The Content-Type header, where the route takes bodies of any form. */
    sentType: string | null;
  }
}

const maxFields = 1_000;
const urlEncoded = 'application/x-www-form-urlencoded';
const noBody: SentBody = { form: 'NONE' };

/** A body in its form, and its bytes; null if there are none, or they were not all read. */
export interface ReadBody {
  body: SentBody;
  raw: Buffer | null;
}

/** Reads a body of any form, as far as the limit. What it cannot read is a form too, for the room to refuse. */
export async function readBody(
  { headers, sentType }: Pick<FastifyRequest, 'headers' | 'sentType'>,
  payload: Readable,
  maxBytes: number,
): Promise<ReadBody> {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') return { body: { form: 'ENCODED' }, raw: null };
  const raw = await bytesOf(payload, maxBytes);
  if (raw === null) return { body: { form: 'TOO_LARGE', maxBytes }, raw: null };
  if (raw.length === 0) return { body: noBody, raw: null };
  return { body: await formOf(raw, sentType), raw };
}

async function formOf(bytes: Buffer, sentType: string | null): Promise<SentBody> {
  const type = mediaTypeOf(sentType);
  if (!isUtf8Text(sentType)) return malformed('unsupported_charset', 'must be encoded as UTF-8');
  if (type === 'application/json' || type?.endsWith('+json')) return jsonIn(bytes);
  if (type === urlEncoded || type === 'multipart/form-data') return await fieldsIn(bytes, sentType ?? '');
  const isText = type?.startsWith('text/') === true;
  return { form: 'TEXT', text: bytes.toString(isText ? 'utf8' : 'latin1') };
}

// US-ASCII is a part of UTF-8.
function isUtf8Text(sentType: string | null): boolean {
  const [, charset] = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(sentType ?? '') ?? [];
  return charset === undefined || /^(?:utf-?8|us-ascii)$/i.test(charset);
}

async function bytesOf(payload: Readable, maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of payload) {
      length += (chunk as Buffer).length;
      if (length > maxBytes) return null;
      chunks.push(chunk as Buffer);
    }
  } catch (cause) {
    throw refuse('invalid_request', 'The body ended early. Send as many bytes as Content-Length says.', {
      cause,
    });
  }
  return Buffer.concat(chunks);
}

function jsonIn(bytes: Buffer): SentBody {
  try {
    return { form: 'JSON', value: parseJson(bytes) };
  } catch (error) {
    if (!(error instanceof JsonRefusal)) throw error;
    return malformed('invalid_json', `is not valid JSON. ${error.message.replace(/\.$/, '')}`, error.pointer);
  }
}

async function fieldsIn(bytes: Buffer, contentType: string): Promise<SentBody> {
  const type = mediaTypeOf(contentType);
  if (type === urlEncoded && separatorsIn(bytes) >= maxFields) return tooManyFields();
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => null);
  if (!form) return malformed('invalid_form', 'must be a form, as its media type says');
  const sent = [...form];
  if (sent.length > maxFields) return tooManyFields();
  const fields = await Promise.all(
    sent.map(async ([name, value]): Promise<[string, string]> => [
      name,
      typeof value === 'string' ? value : Buffer.from(await value.arrayBuffer()).toString('latin1'),
    ]),
  );
  if (!fields.every((pair) => pair.every(storable)))
    return malformed('invalid_form', 'must contain no character U+0000');
  return { form: 'FIELDS', fields };
}

function separatorsIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf('&'); at !== -1; at = bytes.indexOf('&', at + 1)) count += 1;
  return count;
}

function tooManyFields(): SentBody {
  return malformed('invalid_form', `must have at most ${maxFields} fields`);
}

function malformed(code: string, message: string, pointer = ''): SentBody {
  return { form: 'MALFORMED', finding: { pointer, code, message } };
}
