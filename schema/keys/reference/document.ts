import type { ApiProduct } from '../../../db/models/api-product.ts';
import type { Context } from '../../kernel/context.ts';
import type { OpenApiDocument } from '../../kernel/ports/api-description.ts';
import { validationFailed } from '../../values/errors.ts';
import { readerOf, type Reader } from './callable.ts';
import { marked } from './marks.ts';
import { keySchemes, productDocument, serversOf } from './product-document.ts';
import { productPart, type ProductPart } from './product-part.ts';
import { servedMajor, servedMajors } from './served-majors.ts';
import { tagOf, tagsOf } from './tags.ts';

/** `WORKSPACE` adds its API products, and `MINE` says for each operation whether the caller may call it. */
export const audiences = ['PUBLIC', 'WORKSPACE', 'MINE'] as const;

export interface Wanted {
  audience: (typeof audiences)[number];
  /** The application whose keys are judged. Its id is of the workspace. */
  applicationId: string | null;
  /** Such as `shop@v1`: only its operations. */
  product: string | null;
}

/**
 * Returns the OpenAPI document for a reader. Throws `not_found` for a product without a served version, and
 * `validation_failed` if the products together are too large for one document.
 */
export async function referenceDocument(
  ctx: Context,
  { audience, applicationId, product }: Wanted,
): Promise<OpenApiDocument> {
  if (audience === 'PUBLIC') return ctx.apiDescription.document();
  const reader = audience === 'MINE' ? await readerOf(ctx, applicationId) : null;
  if (product !== null) return await productDocument(ctx, await servedMajor(ctx, product), reader);
  return await wholeDocument(ctx, reader);
}

async function wholeDocument(ctx: Context, reader: Reader | null): Promise<OpenApiDocument> {
  const own = ctx.apiDescription.document();
  const { paths, schemas, tags } = await allProducts(ctx, reader);
  return {
    ...own,
    tags: [...tags].map(([product, tag]) => tagOf(product, tag)),
    paths: { ...(reader ? judgedPaths(ctx, reader) : own.paths), ...paths },
    components: {
      ...own.components,
      schemas: { ...own.components.schemas, ...schemas },
      securitySchemes: { ...own.components.securitySchemes, ...keySchemes(own) },
    },
  };
}

function judgedPaths({ apiDescription }: Context, reader: Reader): OpenApiDocument['paths'] {
  const entries = Object.entries(apiDescription.document().paths).map(([path, methods]) => [
    path,
    mapValues(methods, (stated) => {
      const operation = apiDescription.operations.get((stated as { operationId: string }).operationId);
      return operation ? { ...(stated as object), ...marked(reader.own(operation)) } : stated;
    }),
  ]);
  return Object.fromEntries(entries) as OpenApiDocument['paths'];
}

function mapValues<In, Out>(record: Record<string, In>, map: (value: In) => Out): Record<string, Out> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

const maxBytes = 16 * 2 ** 20;

async function allProducts(
  ctx: Context,
  reader: Reader | null,
): Promise<ProductPart & { tags: ReadonlyMap<ApiProduct, string> }> {
  const all: ProductPart = { paths: {}, schemas: {} };
  const majors = await servedMajors(ctx);
  const tags = tagsOf(new Set(majors.map(({ product }) => product)), ctx.apiDescription.document());
  let bytes = 0;
  for (const served of majors) {
    const { product, version } = served;
    const major = `${product.slug}/v${version.major}`;
    const part = await productPart(ctx, served, {
      prefix: `${major.replace('/', '.')}.`,
      tag: tags.get(product) ?? product.name,
      problemBeside: () => 'Problem',
      reader,
    });
    bytes += JSON.stringify(part).length;
    if (bytes > maxBytes) throw tooLarge();
    const servers = await serversOf(ctx, served);
    for (const [path, methods] of Object.entries(part.paths))
      all.paths[`/${major}${path}`] = { servers, ...methods };
    Object.assign(all.schemas, part.schemas);
  }
  return { ...all, tags };
}

function tooLarge() {
  const message = 'must name one product, since all of them exceed 16 MiB in one document';
  return validationFailed([{ pointer: '/product', code: 'required', message }]);
}
