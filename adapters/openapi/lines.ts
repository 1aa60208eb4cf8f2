/** Yields the lines of a stream. Throws TooMuch beyond `maxBytes` in a line or `maxTotalBytes` in all. */
export async function* linesOf(
  chunks: AsyncIterable<Buffer>,
  { maxBytes, maxTotalBytes }: { maxBytes: number; maxTotalBytes: number },
): AsyncGenerator<string> {
  let begun: Buffer[] = [];
  let length = 0;
  let total = 0;
  for await (const chunk of chunks) {
    total += chunk.length;
    if (total > maxTotalBytes) throw new TooMuch();
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      const line = Buffer.concat([...begun, chunk.subarray(from, end)]);
      if (line.length > maxBytes) throw new TooMuch();
      yield line.toString();
      [begun, length, from] = [[], 0, end + 1];
    }
    begun.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > maxBytes) throw new TooMuch();
  }
}

export class TooMuch extends Error {}
