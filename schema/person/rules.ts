/** The form in which addresses are compared: one account per address, however it is written. */
export function emailKeyOf(email: string): string {
  return email.normalize('NFC').toLowerCase();
}
