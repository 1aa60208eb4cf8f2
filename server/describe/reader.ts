import { once } from 'node:events';
import { DescriptionFailure, type DescriptionPart } from '../../schema/described.ts';
import { readOpenApi } from './openapi.ts';

/**
 * The program of the process that reads descriptions. It is given one line of JSON with the address and then the document,
 * and answers with a line of JSON for each part, or for why there is none.
 */
try {
  const { sourceUrl, document } = await given();
  for (const part of readOpenApi(document, sourceUrl)) await tell(part);
} catch (error) {
  if (!(error instanceof DescriptionFailure)) throw error;
  await tell({ part: 'FAILURE', code: error.code, message: error.message });
}

async function given(): Promise<{ sourceUrl: URL | null; document: Uint8Array }> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  const input = Buffer.concat(chunks);
  const end = input.indexOf('\n');
  const address = JSON.parse(input.toString('utf8', 0, end)) as string | null;
  return { sourceUrl: address === null ? null : new URL(address), document: input.subarray(end + 1) };
}

async function tell(
  part: DescriptionPart | { part: 'FAILURE'; code: string; message: string },
): Promise<void> {
  if (!process.stdout.write(`${JSON.stringify(part)}\n`)) await once(process.stdout, 'drain');
}
