import { Mail } from '../../db/models/mail.ts';
import { sealName, type MailContent } from '../../schema/records/mail/rules.ts';
import { unsealJson } from '../../schema/kernel/sealed.ts';
import type { TestApp } from './app.ts';

/** Returns the queued mails to an address, oldest first. */
export async function mailsTo(t: TestApp, address: string): Promise<MailContent[]> {
  const { database, sealing } = t.ports;
  const rows = await Mail.query(database.knex).whereNotNull('sealed').orderBy('id');
  const mails = rows.flatMap(({ id, sealed }) =>
    sealed ? [unsealJson(sealing, sealName(id), sealed) as MailContent] : [],
  );
  return mails.filter(({ to }) => to === address);
}

const newestAtOnce = 20;

/**
 * Returns the newest mail to an address. It reads in small groups, since a file may have thousands queued.
 */
export async function lastMailTo(t: TestApp, address: string): Promise<MailContent> {
  const { database, sealing } = t.ports;
  for (let from = 0; ; from += newestAtOnce) {
    const newest = Mail.query(database.knex).whereNotNull('sealed').orderBy('id', 'desc');
    const rows = await newest.offset(from).limit(newestAtOnce);
    for (const { id, sealed } of rows) {
      const mail = sealed && (unsealJson(sealing, sealName(id), sealed) as MailContent);
      if (mail?.to === address) return mail;
    }
    if (rows.length < newestAtOnce) throw new Error(`No mail waits for ${address}.`);
  }
}

/** Returns the token in the newest queued mail to the address: the part of its link after `#`. */
export async function tokenMailedTo(t: TestApp, address: string): Promise<string> {
  const { text } = await lastMailTo(t, address);
  const token = /#(tok_\w+)/.exec(text)?.[1];
  if (!token) throw new Error(`There is no token in: ${text}`);
  return token;
}
