import type { Log } from '../../schema/kernel/ports/log.ts';
import type { Mailer } from '../../schema/kernel/ports/mailer.ts';
import type { Config } from '../config/config.ts';
import { fileMailer } from './file.ts';
import { logMailer } from './log.ts';
import { smtpMailer } from './smtp.ts';

/** Returns the mailer that the settings choose. */
export function createMailer({ mail, dataDir }: Config, log: Log): Mailer {
  if (mail.driver === 'smtp') return smtpMailer(mail.server, mail.from);
  return mail.driver === 'log' ? logMailer(log) : fileMailer(dataDir, mail.from);
}
