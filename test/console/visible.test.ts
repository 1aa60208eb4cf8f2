import { describe, expect, it } from 'vitest';
import { exact, visible } from '../../console/src/parts/visible.ts';

describe('what is decided, on screen', () => {
  it.each([
    ['a direction that turns digits', 'pay 1\u202E00', 'pay 1\\u{202e}00'],
    ['an isolate', '\u2066x\u2069', '\\u{2066}x\\u{2069}'],
    ['a character without a shape', 'ad\u200Bmin', 'ad\\u{200b}min'],
    ['a mark of byte order', '\uFEFFa', '\\u{feff}a'],
    ['an end of a line of Unicode', 'a\u2028b', 'a\\u{2028}b'],
    ['a control character', 'a\u001Bb', 'a\\u{1b}b'],
  ])('shows %s', (_what, text, shown) => {
    expect([visible(text), exact(text)]).toEqual([shown, shown]);
  });

  it('leaves text, its lines and other scripts as they are', () => {
    const text = '{\n\t"name": "Zoë 日本 مرحبا €"\n}';

    expect([visible(text), exact(text)]).toEqual([text, text]);
  });

  it.each(['می\u200cخواهم', '👩\u200d👧', 'חנות\u200f!'])(
    '%s stays as a name, and is exact as a value',
    (text) => {
      expect(visible(text)).toBe(text);
      expect(exact(text)).toMatch(/\\u\{200[cdf]\}/);
    },
  );
});
