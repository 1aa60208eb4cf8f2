import type { ApiKey } from '../../../db/models/api-key.ts';
import type { Application } from '../../../db/models/application.ts';
import { Member, roles } from '../../../db/models/member.ts';
import { Person } from '../../../db/models/person.ts';
import { Workspace } from '../../../db/models/workspace.ts';
import { holds } from '../../kernel/access/permissions.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { enqueueMails } from '../../records/mail/enqueue.ts';
import { reachable } from '../../records/mail/reachable.ts';
import { daysLeft } from '../../values/notice.ts';
import { hintOf, permissionTo } from './rules.ts';

export interface Ending {
  key: ApiKey;
  application: Application;
  /** When the key stops working. */
  end: Date;
}

/** Mails owners and administrators, who may replace any key, that this one expires. */
export async function mailExpiry(tx: TransactionContext, { key, application, end }: Ending): Promise<void> {
  const { name: workspace } = await Workspace.query(tx.knex).findById(key.workspaceId).throwIfNotFound();
  const days = daysLeft(end, tx.clock.now());
  const kind = key.environment.toLowerCase();
  const letters = (await administrators(tx)).map(({ name, email: to }) => ({
    to,
    subject: `In ${days} ${days === 1 ? 'day' : 'days'} a key of ${application.name} expires: ${key.name}`,
    usefulUntil: end,
    paragraphs: [
      `Hello ${name},`,
      `The ${kind} key “${key.name}” of the application “${application.name}” in the workspace “${workspace}” ` +
        `works through ${key.expiresOn}, UTC. From then on, the server refuses it. It ` +
        `begins like this: ${hintOf(key)}`,
      'The date cannot be changed. Create another key, and have its callers switch before that day, at:',
      { verbatim: `${tx.settings.baseUrl}/api/console/applications/${application.id}/keys` },
    ],
  }));
  await enqueueMails(tx, letters);
}

async function administrators(tx: TransactionContext): Promise<Person[]> {
  const members = await Member.inWorkspace(tx)
    .where({ status: 'ACTIVE', kind: 'HUMAN' })
    .whereIn(
      'role',
      roles.filter((role) => holds(role, permissionTo.create.LIVE)),
    );
  const ids = members.flatMap(({ personId }) => personId ?? []);
  return reachable(await Person.query(tx.knex).findByIds(ids).orderBy('id'));
}
