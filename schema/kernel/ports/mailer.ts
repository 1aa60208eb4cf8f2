/** A mail in plain text, as it goes out. */
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
   * Hands a mail over, or throws within `sendingSeconds` of the mail room: MailRefused where trying again is in vain.
   * A mail may be handed over twice, under the same id.
   */
  send(mail: OutgoingMail): Promise<void>;
}
