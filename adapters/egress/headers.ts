// What says to whom a message goes, or where it ends, is said by the connection alone. RFC 9110 §7.6.1, RFC 9112 §6.
const ofTheConnection =
  /^(?:host|connection|content-length|expect|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i;

/** Whether a header is no request’s to set. */
export function isOfTheConnection(name: string): boolean {
  return ofTheConnection.test(name);
}
