import { builder } from '../../kernel/builder.ts';
import * as formats from '../../values/formats.ts';
import * as productFormats from '../../values/product-formats.ts';
import { referenceChanges } from './changes.ts';
import type { Wanted } from './document.ts';
import { findOperation, findReference } from './find.ts';
import { AudienceEnum, ReferenceChangesType, ReferenceOperationType, ReferenceType } from './type.ts';

/** A document has hundreds of operations, and each is written again for its reader. */
const complexity = 20;

const readerArguments = builder.args((t) => ({
  audience: t.field({ type: AudienceEnum, required: true, defaultValue: 'PUBLIC' }),
  applicationId: t.id({
    description: 'With the audience MINE: the application whose keys are judged. Needs `api_keys:read`.',
  }),
  product: t.string({
    validate: formats.majorName,
    description: 'Only this product, such as `shop@v1`, as a document with its own paths and ids.',
  }),
}));

interface Given {
  audience: Wanted['audience'];
  applicationId?: string | null | undefined;
  product?: string | null | undefined;
}

function wantedOf({ audience, applicationId = null, product = null }: Given): Wanted {
  return { audience, applicationId, product };
}

builder.queryField('reference', (t) =>
  t.field({
    type: ReferenceType,
    nullable: true,
    description: 'The API reference for a reader. Needs `reference:read`.',
    args: readerArguments,
    authScopes: { can: 'reference:read' },
    complexity,
    resolve: async (_root, args, ctx) => await findReference(ctx, wantedOf(args)),
  }),
);

builder.queryField('referenceOperation', (t) =>
  t.field({
    type: ReferenceOperationType,
    nullable: true,
    description: 'One operation of the API reference. Needs `reference:read`.',
    args: { operationId: t.arg.string({ required: true }), ...readerArguments },
    authScopes: { can: 'reference:read' },
    complexity,
    resolve: async (_root, { operationId, ...args }, ctx) =>
      findOperation(await findReference(ctx, wantedOf(args)), operationId),
  }),
);

builder.queryField('referenceChanges', (t) =>
  t.field({
    type: ReferenceChangesType,
    nullable: true,
    description:
      'The changes between two published versions of an API product, and how often the workspace’s own keys called what changes. ' +
      'Needs `reference:read`.',
    args: {
      from: t.arg.string({
        required: true,
        validate: productFormats.versionName,
        description: 'Such as `shop@v1.2`.',
      }),
      to: t.arg.string({
        required: true,
        validate: productFormats.versionName,
        description: 'Such as `shop@v1.3`.',
      }),
    },
    authScopes: { can: 'reference:read' },
    resolve: async (_root, compared, ctx) => ({ changes: await referenceChanges(ctx, compared) }),
  }),
);
