import { errors, type Configuration } from 'oidc-provider';
import { Unreachable } from '../client-documents.ts';
import { html } from './html.ts';
import { page, pageHeaders } from './layout.ts';

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
  ctx.body = errorPage(error, told(thrown) ?? sentenceOf(error, error_description));
};

function told(thrown: Error): string | undefined {
  if (thrown instanceof errors.SessionNotFound) return overSentence;
  return thrown.cause instanceof Unreachable ? unreachableSentence : undefined;
}

export const overSentence =
  'There is nothing left to decide here: it was decided, is older than ten minutes, was begun in another browser, or its sign-in has ended.';
const unreachableSentence =
  'The application cannot be reached just now at the address where it describes itself. Try again in a minute.';

const sentences: Readonly<Record<string, string>> = {
  invalid_client:
    'The application is not known here. It has to name itself by an https address at which it describes itself.',
  invalid_redirect_uri: 'The application wants you sent back to an address that is none of its own.',
  temporarily_unavailable:
    'Too many requests that failed came from your address. Wait a minute and try again.',
  server_error: 'Something went wrong here, and was written down.',
};

function sentenceOf(error: string, description = ''): string {
  return sentences[error] ?? `The application’s request cannot be understood: ${description || error}.`;
}
