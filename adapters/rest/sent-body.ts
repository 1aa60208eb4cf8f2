import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type { SentBody } from '../../schema/values/sent-call.ts';
import { storable } from '../../schema/values/storable.ts';
import { JsonRefusal } from '../http/json-scan.ts';
import { parseJson } from '../http/json.ts';

const maxFields = 1_000;
const noBody: SentBody = { form: 'NONE' };

/** Returns the media type of a body, in lower case and without parameters. */
export function mediaTypeOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
  return type.trim().toLowerCase() || null;
}

/** Reads a body of any form, as far as the limit. What it cannot read is a form too, for the room to refuse. */
export async function readBody(
  request: Pick<FastifyRequest, 'headers'>,
  payload: Readable,
  maxBytes: number,
): Promise<SentBody> {
  const { 'content-encoding': encoding, 'content-type': contentType = '' } = request.headers;
  if (encoding !== undefined && encoding !== 'identity') return { form: 'ENCODED' };
  const bytes = await bytesOf(payload, maxBytes);
  if (bytes === null) return { form: 'TOO_LARGE', maxBytes };
  if (bytes.length === 0) return noBody;
  const type = mediaTypeOf(request);
  if (type === 'application/json' || type?.endsWith('+json')) return jsonIn(bytes);
  if (type === 'application/x-www-form-urlencoded' || type === 'multipart/form-data')
    return await fieldsIn(bytes, contentType);
  const isText = type?.startsWith('text/') === true;
  return { form: 'TEXT', text: bytes.toString(isText ? 'utf8' : 'latin1') };
}

async function bytesOf(payload: Readable, maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of payload) {
    length += (chunk as Buffer).length;
    if (length > maxBytes) return null;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function jsonIn(bytes: Buffer): SentBody {
  try {
    return { form: 'JSON', value: parseJson(bytes) };
  } catch (error) {
    if (!(error instanceof JsonRefusal)) throw error;
    return malformed('invalid_json', error.message, error.pointer);
  }
}

async function fieldsIn(bytes: Buffer, contentType: string): Promise<SentBody> {
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => null);
  if (!form) return malformed('invalid_form', 'must be a form, as its media type says');
  const sent = [...form];
  if (sent.length > maxFields) return malformed('invalid_form', `must have at most ${maxFields} fields`);
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

function malformed(code: string, message: string, pointer = ''): SentBody {
  return { form: 'MALFORMED', finding: { pointer, code, message } };
}
