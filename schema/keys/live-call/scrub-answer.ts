import { isUtf8 } from 'node:buffer';
import { formsOf } from '../../connect/gateway/credential-forms.ts';
import { mark } from '../../connect/gateway/scrub.ts';
import { withoutForms } from '../../connect/gateway/without-forms.ts';
import { percentEncoded } from '../../values/percent.ts';
import type { IncomingAnswer } from '../../kernel/ports/egress.ts';

/** In larger bodies, the forms are only searched as bytes: escapes in escapes would take seconds. */
const maxSearchedBytes = 64 * 1024;

/** Returns an answer without the values, in the forms in which servers echo them. */
export function scrubbed(answer: IncomingAnswer, values: readonly string[]): IncomingAnswer {
  const forms = formsIn(values);
  const headers = Object.entries(answer.headers)
    .filter(([name]) => !values.some((value) => name.includes(value.toLowerCase())))
    .map(([name, value]) => [name, cleanHeader(value, values, forms)] as const);
  return { ...answer, headers: Object.fromEntries(headers), body: cleanBody(answer.body, values, forms) };
}

// undici reads headers as Latin-1.
function cleanHeader(value: string, values: readonly string[], forms: readonly Buffer[]): string {
  const bytes = Buffer.from(value, 'latin1');
  const clean = cleanBody(bytes, values, forms);
  return clean.equals(bytes) ? value : clean.toString('latin1');
}

function cleanBody(body: Buffer, values: readonly string[], forms: readonly Buffer[]): Buffer {
  const clean = forms.reduce(without, body);
  if (clean.length > maxSearchedBytes || !isUtf8(clean)) return clean;
  const text = clean.toString();
  const [found = text] = withoutForms([text], values, mark);
  return found === text ? clean : Buffer.from(found);
}

/** Returns the encoded forms, the values in UTF-8, percent-encoded, and in both orders of UTF-16, the longest first. */
function formsIn(values: readonly string[]): Buffer[] {
  const plain = values.flatMap((value) => {
    const wide = Buffer.from(value, 'utf16le');
    const percent = percentEncoded(value);
    const texts = [
      value,
      percent,
      percent.replaceAll(/%../g, (hex) => hex.toLowerCase()),
      encodeURIComponent(value),
    ];
    return [...texts.map((text) => Buffer.from(text)), wide, Buffer.from(wide).swap16()];
  });
  // Short values are searched as whole texts only, which `withoutForms` does.
  const encoded = formsOf(values).filter((form) => !form.includes(0));
  return [...plain, ...encoded]
    .filter(({ length }) => length >= 8)
    .toSorted((one, other) => other.length - one.length);
}

function without(bytes: Buffer, form: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let from = 0;
  for (let at = bytes.indexOf(form); at !== -1; at = bytes.indexOf(form, from)) {
    pieces.push(bytes.subarray(from, at), Buffer.from(mark));
    from = at + form.length;
  }
  return from === 0 ? bytes : Buffer.concat([...pieces, bytes.subarray(from)]);
}
