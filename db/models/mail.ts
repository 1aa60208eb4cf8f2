import { BaseModel } from './base.ts';

export const mailStatuses = ['QUEUED', 'SENT', 'GIVEN_UP'] as const;
export type MailStatus = (typeof mailStatuses)[number];

/** A mail in the queue. */
export class Mail extends BaseModel {
  static override tableName = 'mail';
  /** Recipient, subject and text, which may contain a token; sealed by the master key, null after its end. */
  declare sealed: Buffer | null;
  declare status: MailStatus;
  /** The number of attempts to send it. */
  declare attempts: number;
  /** The earliest time of the next attempt. */
  declare dueAt: Date;
  /** When the mail becomes useless to its recipient. */
  declare usefulUntil: Date | null;
  declare endedAt: Date | null;
}
