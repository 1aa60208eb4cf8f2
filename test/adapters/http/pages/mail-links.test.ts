import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { check } from '../../../../adapters/http/input.ts';
import { routes } from '../../../../adapters/rest/routes.ts';
import { answerPasswordResets } from '../../../../schema/identity/session/answer-password-resets.ts';
import { testApp } from '../../../support/app.ts';
import { approvalsOf } from '../../../support/approvals.ts';
import { mailsTo } from '../../../support/mail.ts';
import { cast } from '../../../support/people.ts';

const t = await testApp();
const people = await cast(t);
const { owner, workspaceId } = people;
const admin = await people.as('ADMIN');

const mailed = await linksInMails();
const pages = await Promise.all(mailed.map(async (link) => await t.rest('GET', new URL(link).pathname)));

/** Returns the links of one mail of each kind. */
async function linksInMails(): Promise<string[]> {
  await approvalsOf(t, people).ask(admin);
  const email = 'grace@example.com';
  const as = { as: owner, workspace: workspaceId };
  await t.rest('POST', '/api/console/invitations', { ...as, body: { email, role: 'DEVELOPER' } });
  await t.rest('POST', '/api/auth/password-reset', { body: { email: owner.email } });
  await answerPasswordResets(t.ports);
  const mails = [...(await mailsTo(t, owner.email)), ...(await mailsTo(t, email))];
  return mails
    .flatMap(({ text }) => text.match(/^http\S+$/gm) ?? [])
    .filter((link) => !link.includes('/api/'));
}

describe('a link in a mail', () => {
  it('leads to one of four pages', () => {
    const places = mailed.map((link) => new URL(link).pathname.replace(/apr_\w+/, ':id'));

    expect(places.toSorted()).toEqual(['/approvals/:id', '/invitations', '/reset-password', '/verify-email']);
  });

  it('leads to a page that explains the next step, runs no script, and is neither cached nor framed', () => {
    for (const { status, headers, body } of pages) {
      expect({ status, type: headers['content-type'] }).toEqual({
        status: 200,
        type: 'text/html; charset=utf-8',
      });
      expect(headers).toMatchObject({
        'content-security-policy': expect.stringMatching(
          /^default-src 'none';style-src 'sha256-[\w+/=]+';base-uri 'none';form-action 'none';frame-ancestors 'none'$/,
        ),
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-request-id': expect.stringMatching(/^req_/),
      });
      expect(body).toContain('has no console page for this yet');
      const [, style = ''] = /<style>(.*?)<\/style>/s.exec(body) ?? [];
      expect(headers['content-security-policy']).toContain(`'sha256-${hash('sha256', style, 'base64')}'`);
      expect(body).not.toMatch(/<script|<form|<img|<link|style=|\son\w+=|@import|url\(/i);
    }
  });

  it('leads to a page that points to the token after #, which the server never sees, and repeats nothing of the address', async () => {
    const strange = await t.rest('GET', '/approvals/<b>1?next=<i>2');

    for (const [index, link] of mailed.entries())
      expect(String(pages[index]?.body).includes('Your token is the text after # in the address')).toBe(
        link.includes('#tok_'),
      );
    expect(strange.body).not.toMatch(/<b>|<i>/);
  });

  it('leads to a page whose example requests exist, with bodies that they accept', () => {
    const told = pages.flatMap(({ body }) => [
      ...String(body)
        .replaceAll('&quot;', '"')
        .matchAll(/<pre>(\w+) (\S+)\n(.*)<\/pre>/g),
    ]);

    expect(told.length).toBeGreaterThanOrEqual(9);
    for (const [, method, path = '', sent = ''] of told) {
      const row = routes.find((it) => it.method === method && it.path === path.replace('apr_…', ':id'));
      expect(row, `${method} ${path}`).toBeDefined();
      if (method === 'GET') continue;
      const result = check(row?.body ?? z.never(), JSON.parse(sent));
      const findings = 'findings' in result ? result.findings : [];
      expect(findings.filter(({ code }) => code === 'unknown_field' || code === 'required')).toEqual([]);
    }
  });

  it('with the token in the path or the query is rejected', async () => {
    const token = mailed.find((link) => link.includes('tok_invite'))?.split('#')[1] ?? '';

    for (const url of [`/invitations?${token}`, `/invitations?token=x`, `/approvals/${token}`])
      expect(await t.rest('GET', url)).toMatchObject({ status: 400, body: { code: 'credential_in_url' } });
  });

  it.each(['POST', 'DELETE'] as const)('accepts no other method: 405 to %s', async (method) => {
    const answer = await t.rest(method, '/invitations');

    expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  });
});
