import type { Context } from '../../kernel/context.ts';
import type { DescribedOperation } from '../../kernel/ports/product-descriptions.ts';
import { yieldToEventLoop } from '../../kernel/yield-to-event-loop.ts';
import { operationsOf } from '../product/operations.ts';
import { servedName, type ServedMajor } from '../product/served-name.ts';
import type { Reader } from './callable.ts';
import { definitionsOf } from './definitions.ts';
import { marked } from './marks.ts';
import { referenceIds } from './operation-ids.ts';
import { statedOperation } from './product-operation.ts';

/** The operations of one major as a part of an OpenAPI document. */
export interface ProductPart {
  /** By path below the major, then by method. */
  paths: Record<string, Record<string, unknown>>;
  schemas: Record<string, unknown>;
}

interface Options {
  /** Before each operation id and component, if the document has other products. */
  prefix: string;
  /** The tag of the operations. */
  tag: string;
  /** Returns the component of the server’s refusals, beside those of the product. */
  problemBeside: (schemas: ProductPart['schemas']) => string;
  /** Null if the document does not tell what its reader may call. */
  reader: Reader | null;
}

/** Describes the operations of a served version. Throws `integrity_check_failed`. */
export async function productPart(
  ctx: Context,
  { product, version }: ServedMajor,
  { prefix, tag, problemBeside, reader }: Options,
): Promise<ProductPart> {
  const operations = await operationsOf(ctx, version);
  const definitions = definitionsOf(operations, prefix);
  const ids = referenceIds(operations, prefix);
  const problem = problemBeside(definitions.components);
  const common = { tags: [tag], ...commonOf({ product, version }) };
  const marksOf = await marksFor(reader, { slug: product.slug, major: version.major });
  const paths: ProductPart['paths'] = {};
  for (const [at, operation] of operations.entries()) {
    await yieldToEventLoop();
    const methods = (paths[operation.path] ??= {});
    methods[operation.method.toLowerCase()] = {
      operationId: ids[at],
      ...statedOperation(operation, { definitions, problem }),
      ...common,
      'x-operation-id': operation.operationId,
      ...marksOf(operation),
    };
  }
  return { paths, schemas: definitions.components };
}

function commonOf({ product, version }: Pick<ServedMajor, 'product' | 'version'>) {
  const { major, number, status, retiresAt } = version;
  return {
    'x-product': servedName(product.slug, major),
    'x-product-version': `${major}.${number}`,
    ...(status === 'DEPRECATED' && { deprecated: true }),
    ...(retiresAt && { 'x-retires-at': retiresAt.toISOString() }),
  };
}

async function marksFor(
  reader: Reader | null,
  of: { slug: string; major: number },
): Promise<(operation: DescribedOperation) => Record<string, unknown>> {
  if (!reader) return () => ({});
  const inSandbox = await reader.product(of, 'SANDBOX');
  const live = await reader.product(of, 'LIVE');
  return (operation) => ({ ...marked(inSandbox(operation)), ...marked(live(operation), '-live') });
}
