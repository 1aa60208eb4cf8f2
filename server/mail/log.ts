import type { Log } from '../../schema/kernel/ports/log.ts';
import type { Mailer } from '../../schema/kernel/ports/mailer.ts';

/** Logs that there is a mail, but not its text, which may contain a token. */
export function logMailer(log: Log): Mailer {
  return {
    async send({ id: mailId, to, subject }) {
      log.info({ event: 'mail.logged', mailId, to, subject });
      await Promise.resolve();
    },
  };
}
