import type { Context } from '../../kernel/context.ts';
import { DescriptionFailure } from '../../kernel/ports/descriptions.ts';
import type { DescribedOperation, ProductHead } from '../../kernel/ports/product-descriptions.ts';
import { refuse, validationFailed, type Finding } from '../../values/errors.ts';
import { takePlaces } from './places.ts';
import { maxDocumentBytes } from './rules.ts';

/** Everything that a document describes. */
export interface ProductDocument {
  bytes: Buffer;
  head: ProductHead;
  operations: DescribedOperation[];
  /** At most 500. */
  findings: Finding[];
  findingCount: number;
}

/** Reads a document in a separate process. Throws `validation_failed` if no operation of it is usable. */
export async function readProductDocument(ctx: Context, document: string): Promise<ProductDocument> {
  const { productDescriptions, client } = ctx;
  const bytes = Buffer.from(document);
  if (bytes.length > maxDocumentBytes)
    throw refuse(
      'payload_too_large',
      `The document has more than ${maxDocumentBytes / 2 ** 20} MiB. Remove parts that you do not need.`,
    );
  using _ = takePlaces(ctx);
  const read: ProductDocument = { bytes, head: noHead, operations: [], findings: [], findingCount: 0 };
  try {
    for await (const part of productDescriptions.read(bytes, client.hungUp ?? undefined)) {
      if (part.part === 'HEAD') read.head = part.head;
      if (part.part === 'OPERATION') read.operations.push(part.operation);
      if (part.part === 'FINDING') read.findings.push(part.finding);
      if (part.part === 'END') read.findingCount = part.counts.findings;
    }
  } catch (error) {
    if (!(error instanceof DescriptionFailure)) throw error;
    throw validationFailed(
      [{ pointer: '/document', code: error.code, message: error.message }],
      error.message,
    );
  }
  if (read.operations.length === 0) throw nothingUsable(read.findings);
  return read;
}

const noHead: ProductHead = { title: '', label: '', description: '' };

function nothingUsable(findings: Finding[]) {
  const sentence = 'The document has no usable operation. Read the findings for the reasons.';
  return validationFailed(
    [{ pointer: '/document', code: 'nothing_usable', message: sentence }, ...findings],
    sentence,
  );
}
