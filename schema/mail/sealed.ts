import type { Sealing } from '../context.ts';

/** What the database keeps of a mail until it has ended. */
export interface MailContent {
  to: string;
  subject: string;
  text: string;
}

export function sealContent(sealing: Sealing, mailId: string, content: MailContent): Buffer {
  return sealing.seal(Buffer.from(JSON.stringify(content)), nameOf(mailId));
}

/** Throws an UnsealError where it was sealed for another mail or installation. */
export function unsealContent(sealing: Sealing, mailId: string, sealed: Buffer): MailContent {
  return JSON.parse(sealing.unseal(sealed, nameOf(mailId)).toString()) as MailContent;
}

function nameOf(mailId: string): string {
  return `mail:${mailId}`;
}
