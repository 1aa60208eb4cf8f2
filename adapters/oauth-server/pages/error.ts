import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { refusalOf } from '../../../schema/values/errors.ts';
import { kindOfId } from '../../../schema/values/id.ts';
import { redirectFault } from '../../../schema/values/redirect-uri.ts';
import { DocumentFault, Unreachable } from '../client-metadata.ts';
import { html } from '../../http/pages/html.ts';
import { page, pageHeaders } from '../../http/pages/layout.ts';

/** Returns the page for a request that cannot be sent back to a client. */
export function errorPage(code: string, description: string): string {
  return page(
    'This page cannot continue',
    html`<p>${description}</p>
      <p>
        Return to the application that sent you here. If it still waits, start again there. Its developers may
        need this code: <span class="name">${code}</span>.
      </p>`,
  );
}

/** Renders an error of the library: a page for a person, the usual JSON for a program. */
export const reportError: NonNullable<Configuration['renderError']> = (
  ctx,
  { error, error_description },
  thrown,
) => {
  if (ctx.accepts('json', 'html') === 'json') {
    ctx.body = { error, error_description };
    return;
  }
  ctx.set(pageHeaders());
  const { client_id: id, redirect_uri: redirectUri } = parametersOf(ctx);
  const sentence = told(thrown, id) ?? sentenceOf(error, { description: error_description, id, redirectUri });
  ctx.body = errorPage(error, sentence);
};

function parametersOf({ oidc }: KoaContextWithOIDC): Record<string, string | undefined> {
  const all: Record<string, unknown> = oidc?.params ?? {};
  return Object.fromEntries(
    Object.entries(all).map(([name, value]) => [name, typeof value === 'string' ? value : undefined]),
  );
}

/** Returns the sentence for a known failure, for a client with this id; else undefined. */
function told(thrown: Error, id = ''): string | undefined {
  if (thrown.name === 'SessionNotFound') return overSentence;
  const refusal = refusalOf(thrown);
  if (refusal) return refusal.message;
  if (thrown.cause instanceof DocumentFault) return faultSentence(id, thrown.cause.message);
  return thrown.cause instanceof Unreachable ? unreachableSentence : undefined;
}

export function faultSentence(id: string, fault: string): string {
  return `The application’s metadata document at ${id} ${fault}. Its developers can fix that. Otherwise ${register}.`;
}

/** The advice for a client whose metadata document does not work. */
export const register =
  'register it (POST /api/console/mcp/clients, with its redirect URIs) and enter the returned id as its client_id';

export const overSentence =
  'There is nothing left to decide here: the request was decided, is older than ten minutes, belongs to ' +
  'another browser, or its sign-in has ended.';
const unreachableSentence = `The application’s metadata document is unreachable now. Try again in a minute, or ${register}.`;

const sentences: Readonly<Record<string, string>> = {
  invalid_client: `This server does not know the application. Its client_id must be the https URL of its metadata document. Otherwise ${register}.`,
  temporarily_unavailable: 'Too many failed requests came from your address. Wait a minute and try again.',
  server_error: 'The server failed and has logged the error.',
};

export function notRightSentence(id: string, description = ''): string {
  return faultSentence(id, `is not valid: ${description}`);
}

function foreignSentence(redirectUri: string): string {
  const foreign = 'The application wants to send you to a URL that is not registered for it';
  const fault = redirectFault(redirectUri);
  return fault === null ? `${foreign}.` : `${foreign}, and never can be: the URL ${fault}.`;
}

const credentialSentence = `The application’s client_id is an MCP credential, which is for programs that work without a person. To sign in, ${register}.`;

interface Asked {
  description: string | undefined;
  id: string | undefined;
  redirectUri: string | undefined;
}

function sentenceOf(error: string, { description = '', id = '', redirectUri = '' }: Asked): string {
  if (error === 'invalid_redirect_uri') return foreignSentence(redirectUri);
  if (error === 'invalid_client' && kindOfId(id) === 'mcp_credential') return credentialSentence;
  if (error === 'invalid_client_metadata') return notRightSentence(id, description);
  return sentences[error] ?? `The application’s request is not valid: ${description || error}.`;
}
