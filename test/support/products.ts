import { readProduct } from '../../adapters/openapi/product.ts';
import type { DescriptionCounts } from '../../schema/kernel/ports/descriptions.ts';
import type {
  DescribedContent,
  DescribedOperation,
  ProductHead,
  ProductPart,
} from '../../schema/kernel/ports/product-descriptions.ts';
import type { Finding } from '../../schema/values/errors.ts';
import { answering } from './descriptions.ts';

export interface Product {
  head: ProductHead;
  operations: DescribedOperation[];
  /** Of all answers. */
  contents: DescribedContent[];
  findings: Finding[];
  /** The codes of the findings, in order. */
  codes: string[];
  counts: DescriptionCounts;
}

export function productOf(parts: ProductPart[]): Product {
  const [first, last] = [parts[0], parts.at(-1)];
  if (first?.part !== 'HEAD' || last?.part !== 'END') throw new Error('The product has no head or no end.');
  const operations = parts.flatMap((it) => (it.part === 'OPERATION' ? [it.operation] : []));
  const findings = parts.flatMap((it) => (it.part === 'FINDING' ? [it.finding] : []));
  return {
    head: first.head,
    operations,
    contents: operations.flatMap(({ answers }) => answers.flatMap(({ contents }) => contents)),
    findings,
    codes: findings.map(({ code }) => code),
    counts: last.counts,
  };
}

/** Reads the document of a product in this process. */
export function productIn(document: Uint8Array): Product {
  return productOf([...readProduct(document)]);
}

/** Reads a document of one operation, whose answer has the schema and the other members of its media type. */
export function productAnswering(schema: unknown, members: object = {}, media: object = {}): Product {
  const document = JSON.parse(answering(schema, members).toString()) as {
    paths: { '/a': { get: { responses: { '200': { content: { 'application/json': object } } } } } };
  };
  Object.assign(document.paths['/a'].get.responses['200'].content['application/json'], media);
  return productIn(Buffer.from(JSON.stringify(document)));
}
