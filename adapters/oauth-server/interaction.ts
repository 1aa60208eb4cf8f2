import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import type { AdapterPayload, InteractionResults } from 'oidc-provider';
import { refuse, type Refusal } from '../../schema/values/errors.ts';
import type { Context } from '../../schema/kernel/context.ts';
import type { WithDocument } from './cached-documents.ts';
import { knownBy, type KnownBy } from './known-by.ts';
import { overSentence } from './pages/error.ts';
import { visible } from '../../schema/values/visible.ts';
import { pageHeaders } from '../http/pages/layout.ts';
import { onwardPage } from './pages/onward.ts';
import { isForm } from './requests.ts';
import { markBrowser } from './step.ts';

type Details = Awaited<ReturnType<Provider['interactionDetails']>>;

/** A person's pending decision about a client, as one request finds it. */
export interface Interaction {
  ctx: Context;
  provider: Provider;
  request: FastifyRequest;
  reply: FastifyReply;
  details: Details;
  client: { id: string; name: string; knownBy: KnownBy };
  /** The host of this installation. */
  host: string;
  redirectUri: string;
  /** The token that each form of this interaction must send back. */
  token: string;
}

export interface Asking {
  ctx: Context;
  provider: Provider;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Returns the interaction of the request's cookie. Throws if it is over or the URL names another. */
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
  // A longer name could pass for a sentence of the page.
  const characters = Array.from(seen);
  const isLong = characters.length > maxNameLength;
  return (isLong ? `${characters.slice(0, maxNameLength).join('')}…` : seen) || otherwise;
}

/**
 * Returns the form from a page of this server. Throws unless the Origin header is ours and the form contains
 * the interaction's token.
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
    // A 401 would need a challenge (RFC 9110 §15.5.2), which a page does not have.
    .code(refusal ? (refusal.status === 401 ? 400 : refusal.status) : 200)
    .headers(pageHeaders())
    .headers(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) })
    .send(text);
  await reply;
}

/** Sends the browser on, with the result of this page. */
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
