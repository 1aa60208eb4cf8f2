/** A plain-text mail, ready to send. */
export interface OutgoingMail {
  id: string;
  to: string;
  subject: string;
  text: string;
  /** When it was written. */
  at: Date;
}

export interface Mailer {
  /**
   * Hands a mail over, or throws within `sendingSeconds` of the mail room. Throws MailRefused if a retry
   * would fail too. The same mail may be handed over twice, under the same id.
   */
  send(mail: OutgoingMail): Promise<void>;
}
