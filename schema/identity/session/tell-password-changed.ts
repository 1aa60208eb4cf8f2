import type { Member } from '../../../db/models/member.ts';
import type { Person } from '../../../db/models/person.ts';
import { Workspace } from '../../../db/models/workspace.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { enqueueMail } from '../../records/mail/enqueue.ts';
import { momentOf } from '../../records/mail/rules.ts';
import { companyOf, namedAtMost } from '../member/company.ts';

/** Tells the person, since it may have been somebody else, and of the memberships that wait for them since. */
export async function tellPasswordChanged(
  tx: TransactionContext,
  { name, email }: Person,
  unconfirmed: readonly Member[] = [],
): Promise<void> {
  await enqueueMail(tx, {
    to: email,
    subject: 'Your password was changed',
    paragraphs: [
      `Hello ${name},`,
      `Your password was changed on ${momentOf(tx.clock.now())}, your other sessions have ended, and programs that work in your name have to be connected again.`,
      ...(await linesOf(tx, unconfirmed)),
      'If it was not you, ask for a link to replace it at once, where you sign in, and tell whoever runs this platform.',
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
    'Nobody had shown before that this address is theirs, so whoever opened the account may have been somebody else. ' +
      'It was a member of these workspaces, which stay closed to you until you confirm them. Each says how, signed ' +
      'in; decline what you do not know by the same path with /decline at its end:',
    ...lines,
    ...(more > 0 ? [`- and ${more} more`] : []),
    'Invitations, automations and their credentials by the account have ended. API keys have not: look through them.',
  ];
}

async function lineOf(tx: TransactionContext, membership: Member): Promise<string> {
  const workspace = await Workspace.query(tx.knex).findById(membership.workspaceId).throwIfNotFound();
  const others = (await companyOf(tx.knex, membership)).map(({ name, email }) => `${name} <${email}>`);
  const company = others.length > 0 ? `with ${others.join(', ')}` : 'in which nobody else is left';
  const path = `/api/developer-portal/workspaces/${workspace.id}/confirm`;
  return `- “${workspace.name}” as ${membership.role}, ${company}: POST ${path}`;
}
