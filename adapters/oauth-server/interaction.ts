import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import type { AdapterPayload, InteractionResults } from 'oidc-provider';
import { refuse, type Refusal } from '../../schema/values/errors.ts';
import type { Context } from '../../schema/kernel/context.ts';
import type { WithDocument } from './kept-documents.ts';
import { knownBy, type KnownBy } from './known-by.ts';
import { overSentence } from './pages/error.ts';
import { visible } from '../../schema/values/visible.ts';
import { pageHeaders } from '../http/pages/layout.ts';
import { onwardPage } from './pages/onward.ts';
import { isForm } from './requests.ts';
import { markBrowser } from './step.ts';

type Details = Awaited<ReturnType<Provider['interactionDetails']>>;

/** A person on their way from a client to its answer, as one request finds them. */
export interface Interaction {
  ctx: Context;
  provider: Provider;
  request: FastifyRequest;
  reply: FastifyReply;
  details: Details;
  client: { id: string; name: string; knownBy: KnownBy };
  /** Where this installation is. */
  host: string;
  redirectUri: string;
  /** What a form of this way through has to bring back. */
  token: string;
}

export interface Asking {
  ctx: Context;
  provider: Provider;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The way that the cookie of the request is for. Throws where it is over, or the address is of another one. */
export async function interactionOf({ ctx, provider, request, reply }: Asking): Promise<Interaction> {
  const details = await provider.interactionDetails(request.raw, reply.raw);
  const { uid } = request.params as { uid: string };
  if (details.uid !== uid) throw isOver();
  const { client_id: id, redirect_uri: redirectUri } = details.params as Record<string, string>;
  const { document } = details as WithDocument;
  if (!document || id === undefined || redirectUri === undefined) throw isOver();
  const known = await knownBy(ctx, id);
  return {
    ctx,
    provider,
    request,
    reply,
    details,
    client: { id, name: nameOf(document, known.kind === 'ADDRESS' ? known.host : id), knownBy: known },
    host: new URL(ctx.settings.baseUrl).host,
    redirectUri,
    token: ctx.keyedHash('oauth form', details.uid).toString('base64url'),
  };
}

const maxNameLength = 60;

function nameOf({ client_name: name }: AdapterPayload, otherwise: string): string {
  const seen = typeof name === 'string' ? visible(name) : '';
  // Longer ones could pass for sentences of the page.
  const characters = Array.from(seen);
  const isLong = characters.length > maxNameLength;
  return (isLong ? `${characters.slice(0, maxNameLength).join('')}…` : seen) || otherwise;
}

/**
 * What the form of one of our own pages holds. Throws unless the browser says that it was sent from here, and it brings the
 * way's own token back.
 */
export function formOf({ ctx, request, token }: Interaction): URLSearchParams {
  const { origin, 'content-type': type } = request.headers;
  if (!isForm(type))
    throw refuse(
      'unsupported_media_type',
      'Send a form, with `Content-Type: application/x-www-form-urlencoded`.',
    );
  const form = new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString() : '');
  const given = Buffer.from(form.get('token') ?? '');
  const expected = Buffer.from(token);
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
  if (origin === new URL(ctx.settings.baseUrl).origin && isOurs) return form;
  throw refuse(
    'invalid_request',
    'The form was not sent from this page. Open it again, and send it from there.',
  );
}

export async function show(
  { reply }: Pick<Interaction, 'reply'>,
  text: string,
  refusal?: Refusal,
): Promise<void> {
  const { retryAfterSeconds } = refusal?.details ?? {};
  void reply
    // A 401 would want a challenge (RFC 9110 §15.5.2), which a page has none of.
    .code(refusal ? (refusal.status === 401 ? 400 : refusal.status) : 200)
    .headers(pageHeaders())
    .headers(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) })
    .send(text);
  await reply;
}

/** Sends the browser on, with what came of this page. */
export async function goOn(
  { provider, request, reply, details: { uid } }: Interaction,
  result: InteractionResults,
  options: { mergeWithLastSubmission: boolean } = { mergeWithLastSubmission: true },
): Promise<void> {
  const marked = markBrowser({ provider, request, reply, uid }, result);
  const next = await provider.interactionResult(request.raw, reply.raw, marked, options);
  await show({ reply }, onwardPage(next));
}

export async function refuseClient(interaction: Interaction): Promise<void> {
  const error_description = 'The person refused the client.';
  await goOn(interaction, { error: 'access_denied', error_description });
}

export function isOver(): Refusal {
  return refuse('invalid_request', overSentence);
}
