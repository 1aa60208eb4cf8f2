import { Mail } from '../../db/models/mail.ts';
import { sealName, type MailContent } from '../../schema/mail/rules.ts';
import { unsealJson } from '../../schema/sealed.ts';
import type { TestApp } from './app.ts';

/** The mails that wait for an address, oldest first. */
export async function mailsTo(t: TestApp, address: string): Promise<MailContent[]> {
  const { database, sealing } = t.ports;
  const rows = await Mail.query(database.knex).whereNotNull('sealed').orderBy('id');
  return rows
    .flatMap(({ id, sealed }) => (sealed ? [unsealJson(sealing, sealName(id), sealed) as MailContent] : []))
    .filter(({ to }) => to === address);
}

export async function lastMailTo(t: TestApp, address: string): Promise<MailContent> {
  const mail = (await mailsTo(t, address)).at(-1);
  if (!mail) throw new Error(`No mail waits for ${address}.`);
  return mail;
}

/** The token in the newest mail that waits for the address: what follows `#` in its link. */
export async function tokenMailedTo(t: TestApp, address: string): Promise<string> {
  const { text } = await lastMailTo(t, address);
  const token = /#(tok_\w+)/.exec(text)?.[1];
  if (!token) throw new Error(`There is no token in: ${text}`);
  return token;
}
