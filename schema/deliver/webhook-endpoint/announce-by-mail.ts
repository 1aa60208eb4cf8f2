import { Member, roles } from '../../../db/models/member.ts';
import { Person } from '../../../db/models/person.ts';
import type { DisabledReason, WebhookEndpoint } from '../../../db/models/webhook-endpoint.ts';
import { Workspace } from '../../../db/models/workspace.ts';
import { holds } from '../../kernel/access/permissions.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { enqueueMails } from '../../records/mail/enqueue.ts';
import { reachable } from '../../records/mail/reachable.ts';
import { momentOf } from '../../records/mail/rules.ts';

interface Failing {
  failingSince: Date;
  /** The time from which the next failure disables the endpoint. */
  disabledAt: Date;
}

/** Mails the members who may change the endpoint that its deliveries have failed for long. */
export async function mailWarning(
  tx: TransactionContext,
  endpoint: WebhookEndpoint,
  { failingSince, disabledAt }: Failing,
): Promise<void> {
  await mail(tx, endpoint, {
    subject: (host) => `Webhooks to ${host} have failed since ${momentOf(failingSince)}`,
    paragraphs: (what) => [
      `Since ${momentOf(failingSince)} no delivery to ${what} has succeeded. From ${momentOf(disabledAt)} on, the ` +
        'next failure disables it and discards its queued deliveries.',
      'To see the receiver’s answers, and to fix or pause the endpoint, go to:',
    ],
  });
}

const reasons: Record<DisabledReason, string> = {
  FAILURES: 'no delivery has succeeded for too long',
  GONE: 'the receiver answered 410 and no longer wants deliveries',
  RECEIVER_REQUEST: 'the receiver sent the header `webhook-delivery: disable`',
};

/** Mails the same members that the endpoint is disabled, and why. */
export async function mailDisabled(
  tx: TransactionContext,
  endpoint: WebhookEndpoint,
  reason: DisabledReason | null,
): Promise<void> {
  if (reason === null) return;
  await mail(tx, endpoint, {
    subject: (host) => `Webhooks to ${host} are disabled`,
    paragraphs: (what) => [
      `We no longer send deliveries to ${what}, because ${reasons[reason]}.`,
      'When you enable it, it can also receive the events of the last seven days that it missed. Go to:',
    ],
  });
}

interface Words {
  subject: (host: string) => string;
  paragraphs: (what: string) => string[];
}

async function mail(
  tx: TransactionContext,
  { id, workspaceId, environment, url }: WebhookEndpoint,
  { subject, paragraphs }: Words,
): Promise<void> {
  const workspace = await Workspace.query(tx.knex).findById(workspaceId).throwIfNotFound();
  const { host } = new URL(url);
  const what = `the ${environment.toLowerCase()} webhook endpoint at ${host} of the workspace “${workspace.name}”`;
  const letters = (await keepers(tx)).map(({ name, email: to }) => ({
    to,
    subject: subject(host),
    paragraphs: [
      `Hello ${name},`,
      ...paragraphs(what),
      { verbatim: `${tx.settings.baseUrl}/api/console/webhooks/endpoints/${id}` },
    ],
  }));
  await enqueueMails(tx, letters);
}

async function keepers(tx: TransactionContext): Promise<Person[]> {
  const members = await Member.inWorkspace(tx)
    .where({ status: 'ACTIVE', kind: 'HUMAN' })
    .whereIn(
      'role',
      roles.filter((role) => holds(role, 'webhooks:write')),
    );
  const ids = members.flatMap(({ personId }) => personId ?? []);
  return reachable(await Person.query(tx.knex).findByIds(ids).orderBy('id'));
}
