import type { Member } from '../../../db/models/member.ts';
import type { Person } from '../../../db/models/person.ts';
import { Workspace } from '../../../db/models/workspace.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { enqueueMail } from '../../records/mail/enqueue.ts';
import { momentOf } from '../../records/mail/rules.ts';
import { companyOf, namedAtMost } from '../member/other-members.ts';

/** Mails the person about a new password, which they may not have set, and about memberships to confirm. */
export async function announcePasswordChanged(
  tx: TransactionContext,
  { name, email }: Person,
  unconfirmed: readonly Member[] = [],
): Promise<void> {
  await enqueueMail(tx, {
    to: email,
    subject: 'Your password was changed',
    paragraphs: [
      `Hello ${name},`,
      `On ${momentOf(tx.clock.now())} your password was changed. Your other sessions have ended, and programs ` +
        'that work in your name must be connected again.',
      ...(await linesOf(tx, unconfirmed)),
      'If you did not change it, ask for a reset link on the sign-in page now, and inform the operator of this platform.',
    ],
  });
}

async function linesOf(tx: TransactionContext, unconfirmed: readonly Member[]): Promise<string[]> {
  if (unconfirmed.length === 0) return [];
  const named = unconfirmed.slice(0, namedAtMost);
  const lines = [];
  for (const membership of named) lines.push(await lineOf(tx, membership));
  const more = unconfirmed.length - named.length;
  return [
    'This address was not verified before, so another person may have created the account. It was a member of ' +
      'these workspaces, which stay closed to you until you confirm them. To confirm one, sign in and send the ' +
      'request below. To decline one, use the same path with /decline at its end:',
    ...lines,
    ...(more > 0 ? [`- and ${more} more`] : []),
    'Invitations, automations and their credentials by the account have ended. API keys have not: please review them.',
  ];
}

async function lineOf(tx: TransactionContext, membership: Member): Promise<string> {
  const workspace = await Workspace.query(tx.knex).findById(membership.workspaceId).throwIfNotFound();
  const others = (await companyOf(tx.knex, membership)).map(({ name, email }) => `${name} <${email}>`);
  const company = others.length > 0 ? `with ${others.join(', ')}` : 'without other members';
  const path = `/api/developer-portal/workspaces/${workspace.id}/confirm`;
  return `- “${workspace.name}” as ${membership.role}, ${company}: POST ${path}`;
}
