import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuseOtherMethods } from '../adapters/http/other-methods.ts';
import { html, type Html } from '../adapters/http/pages/html.ts';
import { page, styleSource } from '../adapters/http/pages/layout.ts';
import { contentSecurityPolicy } from '../adapters/http/security-headers.ts';
import { isLoopback, type Config } from './config/config.ts';

const path = '/dev/mail';
/** The newest mails are enough to try invitations and proofs. */
const mostMails = 50;

/** Whether mails are files of a development server, which a page may show. */
export function hasDevMail({ environment, mail }: Config): boolean {
  return environment === 'development' && mail.driver === 'file';
}

/**
 * Shows the mails of a development server, with their links. Mails contain tokens, so the page answers this machine
 * alone: the peer and the name in `Host` must both be local, since a page elsewhere could name this address.
 */
export function serveDevMail(app: FastifyInstance, { dataDir }: Config): void {
  const none = ["'none'"];
  const policy = contentSecurityPolicy({
    defaultSrc: none,
    styleSrc: [styleSource],
    baseUri: none,
    formAction: none,
    frameAncestors: none,
  });
  app.get(path, { schema: { hide: true } }, async (request, reply) => {
    if (!isLocal(request)) return reply.callNotFound();
    const mails = await newestMails(join(dataDir, 'mail'));
    return await reply
      .headers(policy)
      .type('text/html; charset=utf-8')
      .send(page('Mail', listOf(mails)));
  });
  refuseOtherMethods(app, path, ['GET']);
}

const peers: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** The headers of a proxy, behind which every peer is local. */
const ofProxies = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

function isLocal({ headers, socket }: FastifyRequest): boolean {
  const url = `http://${headers.host ?? ''}`;
  const isDirect = ofProxies.every((name) => headers[name] === undefined);
  return isDirect && peers.has(socket.remoteAddress ?? '') && URL.canParse(url) && isLoopback(url);
}

interface Mail {
  to: string;
  subject: string;
  text: string;
}

async function newestMails(folder: string): Promise<Mail[]> {
  const names = await readdir(folder).catch(() => []);
  const newest = names
    .filter((name) => name.endsWith('.eml'))
    .toSorted()
    .toReversed();
  return await Promise.all(newest.slice(0, mostMails).map(async (name) => await mailIn(join(folder, name))));
}

async function mailIn(file: string): Promise<Mail> {
  const { default: PostalMime } = await import('postal-mime');
  const { to, subject = '', text = '' } = await PostalMime.parse(await readFile(file));
  return { to: to?.map(({ address }) => address).join(', ') ?? '', subject, text };
}

function listOf(mails: readonly Mail[]): Html {
  if (mails.length === 0)
    return html`<p>No mail was sent yet. Invitations, proofs and password resets appear here.</p>`;
  return html`${mails.map(
    ({ to, subject, text }) =>
      html`<h2>${subject}</h2>
        <p>To ${to}</p>
        ${text
          .trim()
          .split(/\n{2,}/)
          .map((part) => html`<p>${linked(part)}</p>`)}`,
  )}`;
}

/** Makes each address of the text a link. */
function linked(text: string): Html {
  const parts = text.split(/(https?:\/\/\S+)/);
  return html`${parts.map((part) => (/^https?:\/\//.test(part) ? html`<a href="${part}">${part}</a>` : html`${part}`))}`;
}
