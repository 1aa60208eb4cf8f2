/** The fixed contents that the conformance suite checks. */

export const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
export const silence = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=';

export const text = (words: string) => ({ content: [{ type: 'text' as const, text: words }] });
export const image = { type: 'image' as const, data: pixel, mimeType: 'image/png' };

export const said = (words: string) => ({
  role: 'user' as const,
  content: { type: 'text' as const, text: words },
});
