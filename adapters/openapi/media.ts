import { pointerOf } from '../../schema/values/pointer.ts';
import type { Reading } from './reading.ts';
import { isObject, own } from '../../schema/values/foreign-values.ts';

export interface Media {
  /** Type and subtype, without parameters. */
  type: string;
  /** As the document writes it. */
  key: string;
  value: unknown;
}

// RFC 6838 §4.2.
const form = /^[a-z0-9*][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9*][a-z0-9!#$&^_.+-]{0,126}$/;
const maxTypes = 50;

/** Returns the JSON in a `content`, the plainest type first; else null. */
export function jsonIn(content: unknown): Media | null {
  return (
    mediaIn(content, (type) => type === 'application/json') ??
    mediaIn(content, (type) => type.endsWith('+json'))
  );
}

export function formIn(content: unknown): Media | null {
  return mediaIn(content, (type) => type === 'application/x-www-form-urlencoded');
}

/** Returns the entry for any type, as JSON. Many documents mean JSON by it, so callers try it last. */
export function anyIn(content: unknown): Media | null {
  const media = mediaIn(content, (type) => type === '*/*' || type === 'application/*');
  return media && { ...media, type: 'application/json' };
}

/** Returns all media types in a `content`, in order, each type once. */
export function allIn({ findings }: Reading, content: unknown, at: string): Media[] {
  if (!isObject(content)) return [];
  const keys = Object.keys(content);
  const found = new Map<string, Media>();
  for (const key of keys.slice(0, maxTypes)) {
    const [type, pointer] = [essenceOf(key), at + pointerOf([key])];
    if (!form.test(type))
      findings.add('media_type_unusable', pointer, 'This is not a media type; it was left out.');
    else if (found.has(type))
      findings.add(
        'media_type_repeated',
        pointer,
        'The media type differs from another one only in its parameters; it was left out.',
      );
    else found.set(type, { type, key, value: own(content, key) });
  }
  if (keys.length > maxTypes)
    findings.add('too_many_media_types', at, `Only the first ${maxTypes} media types were read.`);
  return [...found.values()];
}

function mediaIn(content: unknown, isKind: (type: string) => boolean): Media | null {
  if (!isObject(content)) return null;
  const found = Object.keys(content)
    .slice(0, maxTypes)
    .map((key) => ({ key, type: essenceOf(key) }))
    .find(({ type }) => form.test(type) && isKind(type));
  return found ? { ...found, value: own(content, found.key) } : null;
}

function essenceOf(key: string): string {
  const [essence = ''] = key.slice(0, 1_000).split(';', 1);
  return essence.trim().toLowerCase();
}
