import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DocumentNode } from 'graphql';
import { refuse } from '../../schema/values/errors.ts';
import { mediaTypeOf } from '../../schema/values/media-type.ts';
import type { SentCall } from '../../schema/values/sent-call.ts';
import { readBody, type ReadBody } from './sent-body.ts';
import { guards, isOfSandbox, type ServeOptions } from './serve.ts';

interface Calls {
  /** The beginning of every path. */
  prefix: string;
  credential: 'sandboxKey' | 'liveKey';
  maxBodyBytes: number;
  /** The document that judges the caller. */
  document: DocumentNode;
  answer: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
}

/** Registers the calls of API products: every path and method below the prefix. */
export function serveCalls(
  app: FastifyInstance,
  options: Omit<ServeOptions, 'rows'>,
  { prefix, credential, maxBodyBytes, document, answer }: Calls,
): void {
  const isSandbox = isOfSandbox(prefix);
  const guarded = guards(credential, isSandbox, options);
  readAnyBody(app, maxBodyBytes);
  app.route({
    method: app.supportedMethods,
    url: `${prefix}*`,
    exposeHeadRoute: false,
    // Each product has a document of its API.
    schema: { hide: true },
    ...guarded,
    onRequest: async (request) => {
      takeContentType(request);
      await guarded.onRequest(request);
    },
    config: { isSandbox, readsAnyBody: true, document },
    handler: async (request, reply) => await answer(request, reply),
  });
}

/** Reads bodies of any form, up to a size, in this plugin. */
function readAnyBody(app: FastifyInstance, maxBytes: number): void {
  app.decorateRequest('sentType', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    async (request: FastifyRequest, payload: FastifyRequest['raw']) =>
      await readBody(request, payload, maxBytes),
  );
}

// Fastify itself refuses a malformed type, before the product is known.
function takeContentType(request: FastifyRequest): void {
  const { headers } = request.raw;
  request.sentType = headers['content-type'] ?? null;
  if (request.sentType !== null) headers['content-type'] = 'application/octet-stream';
}

/** Returns the call in a request below the prefix. Throws `not_found` without a product and a major version. */
export function callIn(request: FastifyRequest, prefix: string): SentCall & { raw: Buffer | null } {
  const { method, sentType } = request;
  const headers = { ...request.headers, ...(sentType !== null && { 'content-type': sentType }) };
  // RFC 9112 §3.2.2: a client may send the whole address.
  const url = request.url.replace(/^https?:\/\/[^/?#]*/i, '');
  const [address = '', ...query] = url.startsWith(prefix) ? url.slice(prefix.length).split('?') : [];
  const [slug = '', version = '', ...path] = address.split('/');
  const [, major] = /^v([1-9]\d{0,5})$/.exec(version) ?? [];
  if (!major)
    throw refuse(
      'not_found',
      `Call a product at ${prefix}{slug}/v{major}/…, for example ${prefix}orders/v1/orders.`,
    );
  const read = (request.body as ReadBody | null | undefined) ?? { body: { form: 'NONE' }, raw: null };
  return {
    slug,
    major: Number(major),
    method,
    path: `/${path.join('/')}`,
    query: query.join('?'),
    headers: Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)]],
      ),
    ),
    contentType: mediaTypeOf(sentType),
    ...read,
  };
}
