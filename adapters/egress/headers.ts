// Only the connection names the target and frames the message. RFC 9110 §7.6.1, RFC 9112 §6.
const ofTheConnection =
  /^(?:host|connection|content-length|expect|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i;

/** Whether only the connection may set a header. */
export function isOfTheConnection(name: string): boolean {
  return ofTheConnection.test(name);
}
