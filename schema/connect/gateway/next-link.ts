const isNext = /;\s{0,5}rel\s{0,5}=\s{0,5}(?:"(?:[^"]{0,200}\s)?next(?:\s[^"]{0,200})?"|next\s{0,5}(?:;|$))/i;

/**
 * Returns the target of the first link with the relation `next`; null without one. RFC 8288 §3. Parses in one
 * pass, since the header may be malicious.
 */
export function nextLinkIn(header: string): string | null {
  for (let at = header.indexOf('<'); at !== -1;) {
    const end = header.indexOf('>', at);
    if (end === -1) return null;
    const behind = endOfLink(header, end);
    if (isNext.test(header.slice(end + 1, behind))) return header.slice(at + 1, end);
    at = header.indexOf('<', behind);
  }
  return null;
}

// A comma separates two links, unless it is in quotes.
function endOfLink(header: string, from: number): number {
  let isQuoted = false;
  for (let at = from; at < header.length; at += 1) {
    if (header[at] === '"') isQuoted = !isQuoted;
    else if (isQuoted && header[at] === '\\') at += 1;
    else if (!isQuoted && header[at] === ',') return at;
  }
  return header.length;
}
