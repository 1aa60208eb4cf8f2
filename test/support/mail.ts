import { Mail } from '../../db/models/mail.ts';
import { sealName, type MailContent } from '../../schema/mail/rules.ts';
import { unsealJson } from '../../schema/sealed.ts';
import type { TestApp } from './app.ts';

/** The mails that wait for an address, oldest first. */
export async function mailsTo(t: TestApp, address: string): Promise<MailContent[]> {
  const mails = (await waiting(t)).map((open) => open());
  return mails.filter(({ to }) => to === address);
}

/** The newest of them; older ones stay sealed, since a file may have hundreds waiting. */
export async function lastMailTo(t: TestApp, address: string): Promise<MailContent> {
  for (const open of (await waiting(t)).toReversed()) {
    const mail = open();
    if (mail.to === address) return mail;
  }
  throw new Error(`No mail waits for ${address}.`);
}

async function waiting(t: TestApp): Promise<(() => MailContent)[]> {
  const { database, sealing } = t.ports;
  const rows = await Mail.query(database.knex).whereNotNull('sealed').orderBy('id');
  return rows.flatMap(({ id, sealed }) =>
    sealed ? [() => unsealJson(sealing, sealName(id), sealed) as MailContent] : [],
  );
}

/** The token in the newest mail that waits for the address: what follows `#` in its link. */
export async function tokenMailedTo(t: TestApp, address: string): Promise<string> {
  const { text } = await lastMailTo(t, address);
  const token = /#(tok_\w+)/.exec(text)?.[1];
  if (!token) throw new Error(`There is no token in: ${text}`);
  return token;
}
