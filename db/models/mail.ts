import { BaseModel } from './base.ts';

export const mailStatuses = ['QUEUED', 'SENT', 'GIVEN_UP'] as const;
export type MailStatus = (typeof mailStatuses)[number];

/** A mail on its way out. */
export class Mail extends BaseModel {
  static override tableName = 'mail';
  /** To whom, what about and the text, which may hold a token: sealed by the master key, null once it has ended. */
  declare sealed: Buffer | null;
  declare status: MailStatus;
  /** How often somebody has begun to send it. */
  declare attempts: number;
  /** Nobody begins before. */
  declare dueAt: Date;
  /** From then on it is of no use to whoever gets it. */
  declare usefulUntil: Date | null;
  declare endedAt: Date | null;
}
