import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuseOtherMethods } from '../adapters/http/other-methods.ts';
import { contentSecurityPolicy } from '../adapters/http/security-headers.ts';
import type { Config } from './config/config.ts';
import { home } from './config/env.ts';

/** The folder that `npm run build:console` writes. */
const folder = join(home, 'console/dist');

const none = ["'none'"];
const self = ["'self'"];

const pageHeaders = {
  ...contentSecurityPolicy({
    defaultSrc: none,
    scriptSrc: self,
    styleSrc: self,
    fontSrc: self,
    imgSrc: [...self, 'data:'],
    connectSrc: self,
    manifestSrc: self,
    baseUri: none,
    formAction: self,
    frameAncestors: none,
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: none,
  }),
  // Browsers ask again each time, so that an upgrade reaches a page with its next load.
  'cache-control': 'no-cache',
};

/** The paths that mails and providers link to, with the console's path for each. */
const links: Readonly<Record<string, string>> = {
  '/': '/console',
  '/invitations': '/console/~/invitation',
  '/sign-up': '/console/~/sign-up/confirm',
  '/verify-email': '/console/~/verify-email',
  '/reset-password': '/console/~/reset-password',
  '/connections/callback': '/console/~/connections/callback',
  '/approvals/:id': '/console/~/approvals/:id',
};

/** Whether this process has a console to serve: it is built, and `CONSOLE` does not turn it off. */
export function hasConsole({ servesConsole }: Config): boolean {
  return servesConsole && existsSync(join(folder, 'index.html'));
}

/**
 * Serves the console: its page at each path below `/console`, and its assets by their hashed names. A missing
 * asset is 404 and never the page, so that a page from before an upgrade notices it.
 */
export async function serveConsole(app: FastifyInstance, { baseUrl }: Config): Promise<void> {
  const page = readFileSync(join(folder, 'index.html'));
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/console/assets/',
    allowedPath: (path) => /^\/[\w.-]+$/.test(path),
    preCompressed: true,
    decorateReply: false,
    cacheControl: false,
    setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
  });
  for (const path of ['/console', '/console/*']) {
    app.get(path, { schema: { hide: true } }, async (request, reply) => {
      const origin = originInstead(request, new URL(baseUrl));
      if (origin) return await reply.redirect(`${origin}${request.url}`, 302);
      return await reply.headers(pageHeaders).type('text/html; charset=utf-8').send(page);
    });
    refuseOtherMethods(app, path, ['GET']);
  }
  for (const [path, target] of Object.entries(links)) {
    app.get(path, { schema: { hide: true } }, async (request, reply) => {
      const { id } = request.params as { id?: string };
      const [, query = ''] = request.url.split(/(?=\?)/, 2);
      const location = target.replace(':id', () => encodeURIComponent(id ?? ''));
      // The browser keeps the fragment, which contains the token.
      return await reply.redirect(`${location}${query}`, 302);
    });
    refuseOtherMethods(app, path, ['GET']);
  }
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Returns the origin of `BASE_URL` if the page was asked for by another name of this machine: sockets need that origin. */
function originInstead({ host }: FastifyRequest, base: URL): string | null {
  if (host === base.host || !loopback.has(base.hostname)) return null;
  const url = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : null;
  return url && loopback.has(url.hostname) && url.port === base.port ? base.origin : null;
}
