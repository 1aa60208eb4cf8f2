import type { Context } from '../../kernel/context.ts';
import type { OpenApiDocument } from '../../kernel/ports/api-description.ts';
import type { ServedMajor } from '../product/served-name.ts';
import type { Reader } from './callable.ts';
import { productPart } from './product-part.ts';
import { isProxied } from './proxied.ts';
import { schemasFor, withReferences } from './operations.ts';
import { tagOf } from './tags.ts';

/** The schemes of the keys that call API products. */
export function keySchemes({ components }: OpenApiDocument): Record<string, unknown> {
  return {
    sandboxKey: components.securitySchemes['sandboxKey'],
    liveKey: {
      type: 'http',
      scheme: 'bearer',
      description:
        'A live key, `ak_live_<prefix>_<secret>`. GET and HEAD need its scope `read`, other methods `write`.',
    },
  };
}

/** Returns the servers of a major: the sandbox, and the proxy if it passes live calls on. */
export async function serversOf(ctx: Context, { version }: ServedMajor, below = '') {
  const { baseUrl, sandboxUrl } = ctx.settings;
  const live = { url: `${baseUrl}/v1/products${below}`, description: 'Live' };
  return [
    { url: `${sandboxUrl}/v1/sandbox/products${below}`, description: 'Sandbox' },
    ...((await isProxied(ctx, version)) ? [live] : []),
  ];
}

/** Returns what begins the names of the server’s schemas beside those of a product, which have no prefix there. */
function oursBeside(schemas: Record<string, unknown>): string {
  let ours = 'Sallyport';
  while (Object.keys(schemas).some((name) => name.startsWith(`${ours}.`))) ours += '_';
  return `${ours}.`;
}

function problemSchemas({ components: { schemas } }: OpenApiDocument, ours: string): Record<string, unknown> {
  const needed = { Problem: schemas['Problem'], ...schemasFor(schemas['Problem'], schemas) };
  return Object.fromEntries(
    Object.entries(needed).map(([name, schema]) => [ours + name, withReferences(schema, (to) => ours + to)]),
  );
}

/** Returns the document of one major alone, with the paths and ids of the product. */
export async function productDocument(
  ctx: Context,
  served: ServedMajor,
  reader: Reader | null,
): Promise<OpenApiDocument> {
  const own = ctx.apiDescription.document();
  const { product, version } = served;
  const { paths, schemas } = await productPart(ctx, served, {
    prefix: '',
    tag: product.name,
    problemBeside: (beside) => `${oursBeside(beside)}Problem`,
    reader,
  });
  return {
    openapi: '3.1.0',
    info: {
      title: version.title || product.name,
      version: `${version.major}.${version.number}`,
      ...(product.description && { description: product.description }),
    },
    servers: await serversOf(ctx, served, `/${product.slug}/v${version.major}`),
    tags: [tagOf(product)],
    paths,
    components: {
      schemas: { ...schemas, ...problemSchemas(own, oursBeside(schemas)) },
      securitySchemes: keySchemes(own),
    },
  };
}
