import type { FastifyInstance } from 'fastify';
import { refuseOtherMethods } from '../other-methods.ts';
import { html, type Html } from './html.ts';
import { page, styleSource } from './layout.ts';
import { contentSecurityPolicy } from '../security-headers.ts';

interface Page {
  title: string;
  /** Where the link carries a token, its form. */
  token?: string;
  /** What there is to do, each with the request that does it. */
  steps: [what: string, request: string][];
}

const asTold = { email: '…', password: '…', name: '…' };
const post = (path: string, body: object) => `POST ${path}\n${JSON.stringify(body)}`;
const [invite, verify, reset, join] = ['tok_invite_…', 'tok_verify_…', 'tok_reset_…', 'tok_signup_…'];
const approval = '/api/console/approvals/apr_…';

/** Where the links in mails lead, and where providers send people back to. */
const pages: Record<string, Page> = {
  '/invitations': {
    title: 'You are invited',
    token: invite,
    steps: [
      ['See what for, and by whom', post('/api/auth/invitations/lookup', { token: invite })],
      [
        'Accept, signed in to an account of the address that was mailed',
        post('/api/developer-portal/invitations/accept', { token: invite }),
      ],
      [
        'Accept without an account, which makes one',
        post('/api/auth/sign-up', { ...asTold, invitationToken: invite }),
      ],
      ['Decline', post('/api/auth/invitations/decline', { token: invite })],
    ],
  },
  '/sign-up': {
    title: 'Finish signing up',
    token: join,
    steps: [
      [
        'Open the account, with the password that you have chosen',
        post('/api/auth/sign-up/confirm', { token: join, password: '…' }),
      ],
    ],
  },
  '/verify-email': {
    title: 'Verify your e-mail address',
    token: verify,
    steps: [['Show that the address is yours', post('/api/auth/verify-email', { token: verify })]],
  },
  '/reset-password': {
    title: 'Replace your password',
    token: reset,
    steps: [['Set another one', post('/api/auth/password-reset/confirm', { token: reset, password: '…' })]],
  },
  '/connections/callback': {
    title: 'Back from the provider',
    steps: [
      [
        'Hand over what follows ? in the address of this page, signed in to the session in which it was begun',
        post('/api/console/connect/authorizations/complete', { state: '…', code: '…' }),
      ],
    ],
  },
  '/approvals/:id': {
    title: 'A request for a decision',
    steps: [
      [
        'Read it; its id is the end of this address, and the mail names the workspace',
        `GET ${approval}\nX-Workspace-Id: ws_…`,
      ],
      ['Approve it as you have read it', post(`${approval}/approve`, { subjectDigest: '…' })],
      ['Reject it', post(`${approval}/reject`, { subjectDigest: '…', comment: '…' })],
    ],
  },
};

/** One page for each, with nothing in it that was sent, as long as there is no console to open instead. */
export function serveMailLinks(app: FastifyInstance): void {
  const nothing = ["'none'"];
  // What default-src does not cover is said as well: the page is text, and is shown inside of nothing.
  const directives = {
    defaultSrc: nothing,
    styleSrc: [styleSource],
    baseUri: nothing,
    formAction: nothing,
    frameAncestors: nothing,
  };
  const policy = contentSecurityPolicy(directives);
  for (const [path, row] of Object.entries(pages)) {
    const text = textOf(row);
    app.get(path, { schema: { hide: true } }, async (_request, reply) =>
      reply.headers(policy).type('text/html; charset=utf-8').send(text),
    );
    refuseOtherMethods(app, path, ['GET']);
  }
}

function textOf({ title, token, steps }: Page): string {
  return page(
    title,
    html`<p>
        This installation of Sallyport has no console page for this yet. It is done by the API, as below;
        where that is not your trade, ask whoever invited you or runs this installation.
      </p>
      ${token === undefined ? html`` : aboutToken(token)}
      ${steps.flatMap(([what, request]) => [html`<h2>${what}</h2>`, preformatted(request)])}
      <p>All of it is described at <a href="/openapi.json">/openapi.json</a>.</p>`,
  );
}

// As markup: what is put into a page as text loses the ends of its lines.
const lineEnd: Html = { markup: '\n' };

function preformatted(request: string): Html {
  const [first = '', ...others] = request.split('\n');
  return html`<pre>${first}${others.flatMap((line) => [lineEnd, html`${line}`])}</pre>`;
}

function aboutToken(form: string): Html {
  return html`<p>
    Your token is what follows # in the address of this page, <code>${form}</code>. It stays in your browser:
    no server has seen it. Send it in the body of a request, never in an address, and show it to nobody.
  </p>`;
}
