import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mailer } from '../../schema/kernel/ports/mailer.ts';
import { messageOf, type MailAddress } from './message.ts';

/**
 * Stores every mail as `mail/<id>.eml`, a format of mail programs, readable only by the user of this process.
 */
export function fileMailer(dataDir: string, from: MailAddress): Mailer {
  const folder = join(dataDir, 'mail');
  return {
    async send(mail) {
      // Loaded at the first mail, since the package takes a while to load.
      const { createTransport } = await import('nodemailer');
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message } = await composer.sendMail(messageOf(mail, from));
      const path = join(folder, `${mail.id}.eml`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(`${path}.new`, message, { mode: 0o600 });
      await rename(`${path}.new`, path);
    },
  };
}
