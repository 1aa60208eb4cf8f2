import { once } from 'node:events';
import { DescriptionFailure, type DescriptionPart } from '../../schema/kernel/ports/descriptions.ts';
import type { ProductPart } from '../../schema/kernel/ports/product-descriptions.ts';
import type { ToolListing } from '../../schema/kernel/ports/remote-tools.ts';
import { readOpenApi } from './openapi.ts';
import { readTools } from './tools.ts';

/** The kind of a description, and where it was found. */
export interface Task {
  kind: 'OPENAPI' | 'MCP' | 'PRODUCT';
  sourceUrl: string | null;
}

type Part = DescriptionPart | ProductPart;

/**
 * The program of the process that reads descriptions. Its input is one line of JSON with the task, and then
 * the document. Its output is one line of JSON for each part, or for a failure.
 */
try {
  for (const part of await partsOf(await given())) await tell(part);
} catch (error) {
  if (!(error instanceof DescriptionFailure)) throw error;
  await tell({ part: 'FAILURE', code: error.code, message: error.message });
}

async function partsOf({ kind, sourceUrl, document }: Task & { document: Buffer }): Promise<Iterable<Part>> {
  const source = sourceUrl === null ? null : new URL(sourceUrl);
  // Only products need its libraries, which take 50 ms to load.
  if (kind === 'PRODUCT') return (await import('./product.ts')).readProduct(document);
  if (kind === 'OPENAPI') return readOpenApi(document, source);
  return readTools(JSON.parse(document.toString()) as ToolListing, source);
}

async function given(): Promise<Task & { document: Buffer }> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  const input = Buffer.concat(chunks);
  const end = input.indexOf('\n');
  const task = JSON.parse(input.toString('utf8', 0, end)) as Task;
  return { ...task, document: input.subarray(end + 1) };
}

async function tell(part: Part | { part: 'FAILURE'; code: string; message: string }): Promise<void> {
  if (!process.stdout.write(`${JSON.stringify(part)}\n`)) await once(process.stdout, 'drain');
}
