import { hash } from 'node:crypto';

/** Returns the ETag of a content. */
export function etagOfContent(content: string | Buffer): string {
  return `"${hash('sha256', content)}"`;
}

/** Whether the client has the content already. RFC 9110 §13.1.2: the comparison is weak. */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch
    .split(',')
    .map((it) => it.trim().replace(/^W\//, ''))
    .some((it) => it === '*' || it === etag);
}
