import { describe, expect, it } from 'vitest';
import { linesOf, TooMuch } from '../../../adapters/openapi/lines.ts';

async function lines(chunks: readonly string[], maxBytes = 100, maxTotalBytes = 1_000): Promise<string[]> {
  const source = (async function* () {
    for (const chunk of chunks) yield Buffer.from(chunk, 'latin1');
  })();
  const all: string[] = [];
  for await (const line of linesOf(source, { maxBytes, maxTotalBytes })) all.push(line);
  return all;
}

describe('the lines in the output of a process', () => {
  it('are complete however they arrive, and an unterminated rest is dropped', async () => {
    expect(await lines(['a', 'b\nc\n\nd', '\n\xc3', '\xa4\ne'])).toEqual(['ab', 'c', '', 'd', 'ä']);
  });

  it('have a limit each, terminated or not, and one in total', async () => {
    await expect(lines(['123456\n'], 5)).rejects.toThrow(TooMuch);
    await expect(lines(['123', '456'], 5)).rejects.toThrow(TooMuch);
    await expect(lines(['1\n2\n3\n'], 5, 5)).rejects.toThrow(TooMuch);
    expect(await lines(['12345\n'], 5, 6)).toEqual(['12345']);
  });
});
