/** Returns the media type in a Content-Type header, in lower case and without parameters. */
export function mediaTypeOf(contentType: string | null): string | null {
  const [type = ''] = (contentType ?? '').split(';', 1);
  return type.trim().toLowerCase() || null;
}
