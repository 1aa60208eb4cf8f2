import type { IncomingAnswer } from '../../kernel/ports/egress.ts';
import { linksIn, type Link } from '../../values/links.ts';
import type { SentCall } from '../../values/sent-call.ts';

/** Clients bound the length of all headers. */
const maxLinks = 20;
const maxRelations = 100;
// Parsers of URLs remove or change other characters, so that a removed secret could come back.
const plainAddress = /^[\x21-\x5b\x5d-\x7e]*$/;

/**
 * Returns `Location` and `Link` of an upstream’s answer with paths of the product. They contain no address that is not
 * below the upstream. Of a link, only its target and its relations are passed on.
 */
export function addressesIn(
  { headers, url }: IncomingAnswer,
  upstreamUrl: string,
  { slug, major }: Pick<SentCall, 'slug' | 'major'>,
): { location?: string; link?: string } {
  const base = new URL(upstreamUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  const ofProduct = (address: string | undefined): string | null => {
    if (address === undefined || !plainAddress.test(address) || !URL.canParse(address, url)) return null;
    const { origin, pathname, search } = new URL(address, url);
    if (origin !== base.origin || !pathname.startsWith(`${prefix}/`)) return null;
    return `/v1/products/${slug}/v${major}${pathname.slice(prefix.length)}${search}`;
  };
  const location = ofProduct(headers['location']);
  const links = linksIn(headers['link'] ?? '')
    .slice(0, maxLinks)
    .flatMap((link) => written(link, ofProduct(link.target)));
  return { ...(location !== null && { location }), ...(links.length > 0 && { link: links.join(', ') }) };
}

function written({ relations, hasAnchor }: Link, address: string | null): string[] {
  const text = relations.join(' ');
  if (address === null || hasAnchor || !/^[\w.:/-][\w.:/ -]*$/.test(text) || text.length > maxRelations)
    return [];
  return [`<${address}>; rel="${text}"`];
}
