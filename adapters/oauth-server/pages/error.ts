import { errors, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import { Unreachable } from '../client-documents.ts';
import { refusalOf } from '../../../schema/values/errors.ts';
import { kindOfId } from '../../../schema/values/id.ts';
import { redirectFault } from '../../../schema/values/redirect-uri.ts';
import { DocumentFault } from '../client-metadata.ts';
import { html } from '../../http/pages/html.ts';
import { page, pageHeaders } from '../../http/pages/layout.ts';

/** A page for a request that there is nobody to send back with. */
export function errorPage(code: string, description: string): string {
  return page(
    'Nothing goes on from here',
    html`<p>${description}</p>
      <p>
        Go back to the application that sent you here. If it still waits for you, begin again there. Its
        developers may want to know the code: <span class="name">${code}</span>.
      </p>`,
  );
}

/** What the library tells a person; a program gets what it would get anywhere else. */
export const tellError: NonNullable<Configuration['renderError']> = (
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

/** What a failure tells by itself, of a client with this id. */
function told(thrown: Error, id = ''): string | undefined {
  if (thrown instanceof errors.SessionNotFound) return overSentence;
  const refusal = refusalOf(thrown);
  if (refusal) return refusal.message;
  if (thrown.cause instanceof DocumentFault) return faultSentence(id, thrown.cause.message);
  return thrown.cause instanceof Unreachable ? unreachableSentence : undefined;
}

export function faultSentence(id: string, fault: string): string {
  return `The application describes itself at ${id}, and what stands there ${fault}. Its developers can mend that. Otherwise ${register}.`;
}

/** What helps a client whose address leads nowhere. */
export const register =
  'register it (POST /api/console/mcp/clients, with its redirect addresses) and enter the id that you get as its client_id';

export const overSentence =
  'There is nothing left to decide here: it was decided, is older than ten minutes, was begun in another browser, or its sign-in has ended.';
const unreachableSentence = `The application cannot be reached just now at the address where it describes itself. Try again in a minute, or ${register}.`;

const sentences: Readonly<Record<string, string>> = {
  invalid_client: `The application is not known here. It has to name itself by an https address at which it describes itself. Otherwise ${register}.`,
  temporarily_unavailable:
    'Too many requests that failed came from your address. Wait a minute and try again.',
  server_error: 'Something went wrong here, and was written down.',
};

export function notRightSentence(id: string, description = ''): string {
  return faultSentence(id, `is not right: ${description}`);
}

function foreignSentence(redirectUri: string): string {
  const foreign = 'The application wants you sent back to an address that is none of its own';
  const fault = redirectFault(redirectUri);
  return fault === null ? `${foreign}.` : `${foreign}, and never can be: the address ${fault}.`;
}

const credentialSentence = `The application names itself by an MCP credential. That is for programs that work without a person. To sign in, ${register}.`;

interface Asked {
  description: string | undefined;
  id: string | undefined;
  redirectUri: string | undefined;
}

function sentenceOf(error: string, { description = '', id = '', redirectUri = '' }: Asked): string {
  if (error === 'invalid_redirect_uri') return foreignSentence(redirectUri);
  if (error === 'invalid_client' && kindOfId(id) === 'mcp_credential') return credentialSentence;
  if (error === 'invalid_client_metadata') return notRightSentence(id, description);
  return sentences[error] ?? `The application’s request cannot be understood: ${description || error}.`;
}
