import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse, validationFailed, type Refusal } from '../../schema/values/errors.ts';
import { bodyReadOf } from './handed-over.ts';
import { JsonRefusal } from './json-scan.ts';
import { parseJson } from './json.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route is part of the sandbox API, which answers 422 for anything but a JSON object. */
    isSandbox?: boolean;
    /** Whether the route handles an empty body itself; on other routes an empty body is invalid JSON. */
    mayHaveEmptyBody?: boolean;
    /** Whether the route takes bodies of any form, and reads them itself. */
    readsAnyBody?: boolean;
  }
}

/** Whether a Content-Type says JSON in UTF-8, the only form of a body that we read. */
export function isJson(contentType: string | undefined): boolean {
  return mediaType.test(contentType ?? '');
}

// Without adjacent runs of spaces, its time is linear. Node has removed spaces at the end.
const mediaType = /^application\/json(?: *; *charset="?utf-8"?)?$/i;

/** Registers the only parser for bodies: strict JSON in UTF-8, without content encoding. */
export function readJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // Runs before the body is read, so that a wrong form is refused before a wrong size.
  app.addHook('preParsing', async (request, _reply, payload) => {
    if (request.routeOptions.config.readsAnyBody) return payload;
    if (/^application\/json\b/i.test(request.headers['content-type'] ?? '')) assertPlainJson(request);
    return bodyReadOf(request.raw) ?? payload;
  });
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const { isSandbox = false, mayHaveEmptyBody = false } = request.routeOptions.config;
      if (body.length === 0 && mayHaveEmptyBody) return undefined;
      try {
        return parseJson(body);
      } catch (error) {
        throw error instanceof JsonRefusal ? refusalOf(error, isSandbox) : error;
      }
    },
  );
}

function assertPlainJson({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    throw refuse('unsupported_media_type', 'Send the body without Content-Encoding.');
  if (!isJson(headers['content-type']))
    throw refuse('unsupported_media_type', 'Send JSON in UTF-8, with `Content-Type: application/json`.');
}

function refusalOf({ message, pointer = '' }: JsonRefusal, isSandbox: boolean): Refusal {
  const sentence = `The body is not valid JSON. ${message}`;
  return isSandbox
    ? validationFailed([{ pointer, code: 'invalid_json', message }], sentence)
    : refuse('invalid_request', sentence);
}
