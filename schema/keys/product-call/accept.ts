interface Range {
  type: string;
  quality: number;
}

/** Returns the first of the media types that the Accept header prefers, otherwise the first JSON, or the first. */
export function preferred<Content extends { contentType: string }>(
  contents: readonly Content[],
  accept: string | undefined,
): Content | null {
  const ranges = rangesIn(accept ?? '*/*');
  for (const { type } of ranges.toSorted((a, b) => b.quality - a.quality)) {
    const fits = contents.filter(({ contentType }) => isWithin(contentType, type));
    const found = fits.find(({ contentType }) => isJson(contentType)) ?? fits[0];
    if (found) return found;
  }
  return contents.find(({ contentType }) => isJson(contentType)) ?? contents[0] ?? null;
}

export function isJson(contentType: string): boolean {
  return contentType === 'application/json' || contentType.endsWith('+json');
}

/** RFC 9110 §12.5.1 */
function rangesIn(accept: string): Range[] {
  return accept.split(',').flatMap((part) => {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const given = parameters.find((text) => text.startsWith('q='))?.slice('q='.length);
    const quality = given === undefined ? 1 : Number(given);
    return quality > 0 ? [{ type, quality }] : [];
  });
}

function isWithin(contentType: string, range: string): boolean {
  if (range === '*/*' || range === contentType) return true;
  return range.endsWith('/*') && contentType.startsWith(range.slice(0, -1));
}
