import { secretIn } from '../../values/secret-values.ts';
import type { Answered } from './answer.ts';
import { mark } from './scrub.ts';
import { bytesOf } from './size.ts';
import { withoutForms } from './without-forms.ts';

/** A block or an answer with content in base64. */
interface Carrier {
  data?: unknown;
}

export interface Media {
  data: unknown;
  /** RFC 6901, to content that was removed because it contains a secret. */
  removed: string[];
}

/**
 * Returns an answer with the content of its images, sounds and files, in order, as far as it fits. Other
 * content becomes null. Content with a secret is removed as a whole, since part of a file is no file.
 */
export function mediaWithin(answered: Answered, maxBytes: number, secrets: readonly string[]): Media {
  const { kind, data } = answered;
  const removed: string[] = [];
  if (kind !== 'BINARY' && kind !== 'BLOCKS') return { data, removed };
  const isOne = kind === 'BINARY';
  const carriers: readonly Carrier[] = isOne ? [data] : data;
  let room = maxBytes - bytesOf(carriers.map((it) => (isMedia(it) ? withData(it, null) : it)));
  const told = carriers.map((carrier, at) => {
    if (!isMedia(carrier)) return carrier;
    if (carrier.data.length > room) return withData(carrier, null);
    room -= carrier.data.length;
    if (!holdsSecret(Buffer.from(carrier.data, 'base64'), secrets)) return carrier;
    removed.push(isOne ? '/data' : `/${at}/data`);
    return withData(carrier, mark);
  });
  return { data: isOne ? told[0] : told, removed };
}

function withData(carrier: Carrier, data: string | null): Carrier {
  return { ...carrier, data };
}

function isMedia(carrier: Carrier): carrier is { data: string } {
  return typeof carrier.data === 'string';
}

// Searches the bytes as text in each encoding that a file may use, but not in compressed data.
function holdsSecret(bytes: Buffer, secrets: readonly string[]): boolean {
  const latin = bytes.toString('latin1');
  const texts = [latin, latin.replaceAll('\0', ''), bytes.toString('utf8'), bytes.toString('base64')];
  if (texts.slice(0, 3).some((text) => secretIn(text) !== null)) return true;
  return withoutForms(texts, secrets, mark).some((text, at) => text !== texts[at]);
}
