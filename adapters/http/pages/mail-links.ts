import type { FastifyInstance } from 'fastify';
import { refuseOtherMethods } from '../other-methods.ts';
import { html, lines, type Html } from './html.ts';
import { page, styleSource } from './layout.ts';
import { contentSecurityPolicy } from '../security-headers.ts';

interface Page {
  title: string;
  /** The form of the token, if the link contains one. */
  token?: string;
  /** The possible actions, each with its request. */
  steps: [what: string, request: string][];
}

const asTold = { email: '…', password: '…', name: '…' };
const post = (path: string, body: object) => `POST ${path}\n${JSON.stringify(body)}`;
const [invite, verify, reset, join] = ['tok_invite_…', 'tok_verify_…', 'tok_reset_…', 'tok_signup_…'];
const approval = '/api/console/approvals/apr_…';

/** The pages that links in mails and redirects of providers lead to. */
const pages: Record<string, Page> = {
  '/invitations': {
    title: 'You are invited',
    token: invite,
    steps: [
      ['Read the invitation', post('/api/auth/invitations/lookup', { token: invite })],
      [
        'Accept it, signed in to an account with the invited address',
        post('/api/developer-portal/invitations/accept', { token: invite }),
      ],
      [
        'Accept it without an account, which creates one',
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
        'Create the account, with the password that you have chosen',
        post('/api/auth/sign-up/confirm', { token: join, password: '…' }),
      ],
    ],
  },
  '/verify-email': {
    title: 'Verify your e-mail address',
    token: verify,
    steps: [['Verify that the address is yours', post('/api/auth/verify-email', { token: verify })]],
  },
  '/reset-password': {
    title: 'Replace your password',
    token: reset,
    steps: [
      ['Set a new password', post('/api/auth/password-reset/confirm', { token: reset, password: '…' })],
    ],
  },
  '/connections/callback': {
    title: 'Return from the provider',
    steps: [
      [
        'Send the text after ? in the address of this page, in the session that started the authorization',
        post('/api/console/connect/authorizations/complete', { state: '…', code: '…' }),
      ],
    ],
  },
  '/approvals/:id': {
    title: 'A request for a decision',
    steps: [
      [
        'Read it. Its id is the end of this address, and the mail names the workspace',
        `GET ${approval}\nX-Workspace-Id: ws_…`,
      ],
      ['Approve it as you have read it', post(`${approval}/approve`, { subjectDigest: '…' })],
      ['Reject it', post(`${approval}/reject`, { subjectDigest: '…', comment: '…' })],
    ],
  },
};

/** Serves each page without any input, while there is no console to open instead. */
export function serveMailLinks(app: FastifyInstance): void {
  const nothing = ["'none'"];
  // Also sets the directives that default-src does not cover: the page has no forms and no frame may show it.
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
        This installation of Sallyport has no console page for this yet. Use the API requests below, or ask
        the person who invited you or the operator of this installation.
      </p>
      ${token === undefined ? html`` : aboutToken(token)}
      ${steps.flatMap(([what, request]) => [html`<h2>${what}</h2>`, html`<pre>${lines(request)}</pre>`])}
      <p>The reference of the API is at <a href="/reference">/reference</a>.</p>`,
  );
}

function aboutToken(form: string): Html {
  return html`<p>
    Your token is the text after # in the address of this page, <code>${form}</code>. It stays in your
    browser: no server has seen it. Send it in the body of a request, never in a URL, and do not share it.
  </p>`;
}
