import type { KnownBy } from '../known-by.ts';
import { html, type Html } from '../../http/pages/html.ts';
import { page } from '../../http/pages/layout.ts';

export interface SignInForm {
  /** The client's own name, and how this server knows it. */
  client: { name: string; knownBy: KnownBy };
  /** Binds the form to this interaction. */
  token: string;
  /** The host of this installation, which people can compare with the one that they expect. */
  host: string;
  email?: string;
  /** Why the person has to try again. */
  wrong?: string;
}

export function signInPage({ client, host, token, email = '', wrong }: SignInForm): string {
  return page(
    `Sign in to Sallyport at ${host}`,
    html`<p>
        An application wants to work with tools of your workspace. It ${briefly(client.knownBy)}. Sign in to
        decide.
      </p>
      <p>Its own name is “<span class="name">${client.name}</span>”.</p>
      ${warning(wrong)}
      <form method="post">
        <input type="hidden" name="token" value="${token}" />
        <label for="email">E-mail address</label>
        <input id="email" name="email" type="email" autocomplete="username" required value="${email}" />
        <label for="password">Password</label>
        <input id="password" name="password" type="password" autocomplete="current-password" required />
        <button class="first" name="action" value="sign-in">Sign in</button>
        <button name="action" value="deny" formnovalidate>Cancel</button>
      </form>`,
    // The title already names the host.
    { banner: '' },
  );
}

// Before sign-in, the page reveals no workspace.
function briefly(known: KnownBy): string {
  if (known.kind === 'ADDRESS') return `describes itself at ${known.host}`;
  return known.kind === 'MEMBER' ? 'was registered here by a member' : 'registered itself here';
}

export function bannerOf(host: string): string {
  return `Sallyport at ${host}`;
}

/** Returns a warning that screen readers announce. */
export function warning(sentence: string | undefined): Html {
  return sentence === undefined ? html`` : html`<p class="wrong" role="alert">${sentence}</p>`;
}
