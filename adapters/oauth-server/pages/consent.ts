import type { McpScope } from '../../../db/models/mcp-consent.ts';
import type { HeldCredential } from '../../../schema/identity/mcp-credential/in-force.ts';
import type { KnownBy } from '../known-by.ts';
import { html, type Html } from '../../http/pages/html.ts';
import { page } from '../../http/pages/layout.ts';
import { bannerOf, warning, type SignInForm } from './sign-in.ts';

export interface ConsentForm extends Omit<SignInForm, 'email'> {
  /** The person who is signed in. */
  person: { name: string; email: string };
  /** The destination to which the person returns. */
  destination: string;
  scopes: readonly McpScope[];
  held: readonly HeldCredential[];
  /** The roles that can create credentials. */
  makers: readonly string[];
}

const meanings: Readonly<Record<McpScope, string>> = {
  'mcp:read': 'Find and read with the tools that were granted to the credential.',
  'mcp:request': 'Request changes, which another person has to approve.',
};

export function consentPage(form: ConsentForm): string {
  const { client, host, destination, scopes, held } = form;
  const canAllow = held.length > 0;
  return page(
    canAllow ? 'Let it work in your name?' : 'You need an MCP credential first',
    html`<p>An application asks to work in your name.</p>
      <dl>
        <dt>How this server knows it</dt>
        <dd>${origin(client.knownBy)}</dd>
        <dt>Where you return to</dt>
        <dd class="name">${destination}</dd>
        <dt>Its own name</dt>
        <dd>“<span class="name">${client.name}</span>”</dd>
      </dl>
      <p>It asks to:</p>
      <ul>
        ${scopes.map((scope) => html`<li>${meanings[scope]}</li>`)}
      </ul>
      ${whoIs(form)} ${warning(form.wrong)} ${canAllow ? choice(form) : nobody(form)}`,
    { banner: bannerOf(host) },
  );
}

function origin(known: KnownBy): Html {
  if (known.kind === 'ADDRESS') return html`It describes itself at <span class="name">${known.host}</span>.`;
  if (known.kind === 'ITSELF') return html`It registered itself here. Its name is not verified.`;
  return html`A member, <span class="name">${known.registeredBy}</span>, registered it in the workspace
    <span class="name">${known.workspaceName}</span>.`;
}

function whoIs({ token, person }: ConsentForm): Html {
  return html`<form method="post">
    <input type="hidden" name="token" value="${token}" />
    <p>
      You are signed in as <span class="name">${person.name}</span> (${person.email}).
      <button class="link" name="action" value="other">Not you? Sign in with another account</button>
    </p>
  </form>`;
}

function choice({ token, held }: ConsentForm): Html {
  const only = held.length === 1;
  return html`<form method="post">
    <input type="hidden" name="token" value="${token}" />
    <fieldset>
      <legend>Which of your MCP credentials may it use?</legend>
      ${held.map((it) => option(it, only))}
    </fieldset>
    <p>
      It gets the grants of that credential, until you revoke the consent, replace your password, or the
      credential ends. It will not ask you again. You are accountable for its requests.
    </p>
    <button class="first" name="action" value="allow">Allow</button>
    <button name="action" value="deny" formnovalidate>Refuse</button>
  </form>`;
}

function option(
  { credential: { id, name, expiresOn }, workspaceName }: HeldCredential,
  isOnly: boolean,
): Html {
  return html`<label>
    <input type="radio" name="credential" value="${id}" required ${isOnly ? html`checked` : html``} />
    <span>${name}<small>${workspaceName}, until ${expiresOn}</small></span>
  </label>`;
}

function oneOf(makers: readonly string[]): string {
  const words = makers.map(
    (role) => `${/^[AO]/.test(role) ? 'an' : 'a'} ${role.toLowerCase().replaceAll('_', ' ')}`,
  );
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words);
}

function nobody({ token, makers, client: { knownBy } }: ConsentForm): Html {
  const where = knownBy.kind === 'MEMBER' ? ` in the workspace ${knownBy.workspaceName}` : '';
  return html`<p>
      The application needs an MCP credential of yours, and you have none that works${where}. Ask for one:
      ${oneOf(makers)} of your workspace can create it for you. Then start again in the application.
    </p>
    <form method="post">
      <input type="hidden" name="token" value="${token}" />
      <button class="first" name="action" value="deny">Back to the application</button>
    </form>`;
}
