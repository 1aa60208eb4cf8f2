/** Whether a header was sent more than once. Node uses the first value and silently ignores the second. */
export function isRepeated(rawHeaders: readonly string[], name: string): boolean {
  let times = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const sent = rawHeaders[at];
    if (sent?.length === name.length && sent.toLowerCase() === name) times += 1;
  }
  return times > 1;
}
