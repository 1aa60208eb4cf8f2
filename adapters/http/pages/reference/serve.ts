import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ports } from '../../../../schema/kernel/context.ts';
import { refuse } from '../../../../schema/values/errors.ts';
import { countVisit } from '../../context.ts';
import { refuseOtherMethods } from '../../other-methods.ts';
import { root } from './addresses.ts';
import type { Page } from './blocks.ts';
import { sendCached } from '../../send-cached.ts';
import type { Description } from './description.ts';
import { hasScript, htmlOf, scriptPath } from './html.ts';
import type { Wanted } from './list-page.ts';
import { markdownOf } from './markdown.ts';
import { missingPage, noPage } from './missing-page.ts';
import { pageWithScript, pageWithoutScript } from './policies.ts';
import { referenceOf, type Reference } from './reference.ts';

interface Serving {
  ports: Ports;
  /** Returns the description that /openapi.json serves. */
  read: () => Description;
}

/** Serves the reference of the API for people, its Markdown for models, and /llms.txt. */
export function serveReference(app: FastifyInstance, { ports, read }: Serving): void {
  // Made with the first request, when all routes exist.
  let made: Reference | null = null;
  const reference = () => (made ??= referenceOf(read()));
  const onRequest = async (request: FastifyRequest) => await countVisit(ports, request);
  const get = (path: string, handler: (request: FastifyRequest, reply: FastifyReply) => FastifyReply) => {
    app.get(path, { schema: { hide: true }, onRequest }, async (request, reply) => handler(request, reply));
    refuseOtherMethods(app, path, ['GET']);
  };
  get(root, (request, reply) => sendPage(request, reply, listOf(reference(), request)));
  get(`${root}.md`, (request, reply) => sendMarkdown(request, reply, listOf(reference(), request)));
  get(`${root}/:name`, (request, reply) => sendNamed(request, reply, reference()));
  get('/llms.txt', (request, reply) =>
    sendCached(request, reply.type('text/plain; charset=utf-8'), reference().llms()),
  );
  const script = readFileSync(join(import.meta.dirname, 'filter.js'), 'utf8');
  get(scriptPath, (request, reply) =>
    sendCached(request, reply.type('text/javascript; charset=utf-8'), script),
  );
}

const longestQuery = 100;

function listOf(reference: Reference, request: FastifyRequest): Page {
  const wanted = wantedOf(request);
  const page = reference.list(wanted);
  if (page) return page;
  throw refuse('not_found', `The list has no page ${wanted.number}. Its first page is /reference.`);
}

function wantedOf({ query }: FastifyRequest): Wanted {
  const { q = '', page = '1' } = query as Record<string, unknown>;
  if (typeof q !== 'string' || q.length > longestQuery)
    throw refuse('invalid_request', `Send \`q\` once, with at most ${longestQuery} characters.`);
  if (typeof page !== 'string' || !/^[1-9]\d{0,5}$/.test(page))
    throw refuse('invalid_request', 'Send `page` once, as a number from 1.');
  return { query: q.trim(), number: Number(page) };
}

function sendNamed(request: FastifyRequest, reply: FastifyReply, reference: Reference): FastifyReply {
  const { name } = request.params as { name: string };
  if (name === '') return reply.redirect(root, 308);
  const page = reference.page(name);
  if (page) return sendPage(request, reply, page);
  const plain = name.replace(/\.md$/, '');
  const twin = plain === name ? null : reference.page(plain);
  if (twin) return sendMarkdown(request, reply, twin);
  const refusal = noPage(plain, reference.names);
  if (!request.headers.accept?.includes('text/html')) throw refusal;
  request.refusedAs = refusal.code;
  return sendHtml(reply.code(refusal.status), missingPage(plain, reference.names));
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  return sendCached(request, withPageHeaders(reply, page), htmlOf(page));
}

function sendHtml(reply: FastifyReply, page: Page): FastifyReply {
  return withPageHeaders(reply, page).send(htmlOf(page));
}

function withPageHeaders(reply: FastifyReply, page: Page): FastifyReply {
  return reply.headers(hasScript(page) ? pageWithScript : pageWithoutScript).type('text/html; charset=utf-8');
}

function sendMarkdown(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  return sendCached(request, reply.type('text/markdown; charset=utf-8'), markdownOf(page));
}
