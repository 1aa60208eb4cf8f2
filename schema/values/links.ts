/** A link of a `Link` header, RFC 8288. */
export interface Link {
  /** As it is written, often relative. */
  target: string;
  /** In lower case; none without the parameter `rel`. */
  relations: string[];
  /** Whether it is a link of another resource than the answer. */
  hasAnchor: boolean;
}

const parameter = /;\s*([^\s=;,"]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/g;

/**
 * Returns the links of a header. Parses in one pass, since the header may be malicious, and leaves out what is malformed.
 * Libraries discard all links for one malformed parameter, and write what they do not understand.
 */
export function linksIn(header: string): Link[] {
  const links: Link[] = [];
  for (let at = header.indexOf('<'); at !== -1;) {
    const end = header.indexOf('>', at);
    if (end === -1) break;
    const behind = endOfLink(header, end);
    links.push(linkOf(header.slice(at + 1, end), header.slice(end + 1, behind)));
    at = header.indexOf('<', behind);
  }
  return links;
}

function linkOf(target: string, parameters: string): Link {
  const values = new Map<string, string>();
  for (const [, name = '', quoted, plain = ''] of parameters.matchAll(parameter)) {
    const key = name.toLowerCase();
    // RFC 8288 §3.3: only the first `rel` counts.
    if (!values.has(key)) values.set(key, quoted ?? plain);
  }
  const relations = values.get('rel')?.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
  return { target, relations, hasAnchor: values.has('anchor') || values.has('anchor*') };
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
