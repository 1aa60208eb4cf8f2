import { linksIn } from '../../values/links.ts';

/** Returns the target of the first link with the relation `next`; null without one. */
export function nextLinkIn(header: string): string | null {
  return linksIn(header).find(({ relations }) => relations.includes('next'))?.target ?? null;
}
