import { UniqueViolationError } from 'objection';
import { ApiProduct } from '../../../db/models/api-product.ts';
import { ProductAssignment } from '../../../db/models/product-assignment.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { memberOf, type Context, type TransactionContext } from '../../kernel/context.ts';
import { notFound, refuse } from '../../values/errors.ts';
import * as productFormats from '../../values/product-formats.ts';
import { newId } from '../../values/id.ts';
import { shareLockOwnWorkspace } from '../../identity/workspace/lock.ts';
import { lockApplication } from '../application/lock.ts';
import { applicationMoves } from '../application/rules.ts';
import { productMoves } from '../product/rules.ts';
import { servedName } from '../product/served-name.ts';
import { toEventData } from './event-data.ts';
import { assignmentFields, quotaColumns, QuotaInput, type Quota } from './fields.ts';
import { maxAssignments } from './rules.ts';
import { assertKnown, assertServed } from './served.ts';

interface Assign {
  applicationId: string;
  productId: string;
  major: number;
  operations?: string[] | null | undefined;
  quota?: Quota | null | undefined;
}

/** Assigns a major version of a product to an application, for the sandbox. It works at once. */
export async function assignApiProduct(ctx: Context, input: Assign) {
  const { applicationId, productId, major, operations = null, quota = null } = input;
  return await ctx.transaction(async (tx) => {
    await shareLockOwnWorkspace(tx);
    const application = await lockApplication(tx, applicationId);
    applicationMoves.next(application.status, 'update');
    const product = await shareLockProduct(tx, productId);
    productMoves.next(product.status, 'assign');
    assertKnown(await assertServed(tx, product, major), operations);
    await assertCapacity(tx, applicationId);
    const { workspaceId, memberId } = memberOf(tx);
    const now = tx.clock.now();
    const row = {
      id: newId('productAssignment'),
      workspaceId,
      applicationId,
      productId,
      major,
      environment: 'SANDBOX' as const,
      operations,
      ...quotaColumns(quota),
      status: 'ACTIVE' as const,
      createdBy: memberId,
      createdAt: now,
      updatedAt: now,
    };
    const productAssignment = await onlyOnce(
      product,
      major,
      async () => await ProductAssignment.query(tx.knex).insert(row).returning('*'),
    );
    const data = toEventData(productAssignment, product);
    await record(tx, 'application.product.assigned', { subject: productAssignment, data });
    return { productAssignment };
  });
}

// Assignments of one product at the same time do not wait for each other.
async function shareLockProduct(tx: TransactionContext, id: string): Promise<ApiProduct> {
  const product = await ApiProduct.inWorkspace(tx).findById(id).forShare();
  if (!product) throw notFound(tx, 'API product');
  return product;
}

async function assertCapacity(tx: TransactionContext, applicationId: string): Promise<void> {
  const known = await ProductAssignment.inWorkspace(tx)
    .where({ applicationId, environment: 'SANDBOX', status: 'ACTIVE' })
    .resultSize();
  if (known < maxAssignments) return;
  throw refuse(
    'limit_reached',
    `The application has ${maxAssignments} assignments for the sandbox, the maximum. Remove one first.`,
  );
}

async function onlyOnce<Row>({ slug }: ApiProduct, major: number, write: () => Promise<Row>): Promise<Row> {
  try {
    return await write();
  } catch (cause) {
    if (!(cause instanceof UniqueViolationError)) throw cause;
    throw refuse(
      'already_granted',
      `${servedName(slug, major)} is already assigned. Change that assignment.`,
      {
        cause,
      },
    );
  }
}

builder.relayMutationField(
  'assignApiProduct',
  {
    inputFields: (t) => ({
      applicationId: t.id({ required: true }),
      productId: t.id({ required: true }),
      major: t.int({ required: true, validate: productFormats.major }),
      operations: t.stringList({
        validate: productFormats.operations.nullish(),
        description: 'The ids of the operations that the application may call, by default all.',
      }),
      quota: t.field({
        type: QuotaInput,
        validate: productFormats.quota.nullish(),
        description: 'By default without a limit.',
      }),
    }),
  },
  {
    description:
      'Assigns a major version of an API product to an application, for the sandbox. Its sandbox keys work for it ' +
      'immediately. Needs `product_assignments:write`.',
    authScopes: { can: 'product_assignments:write' },
    resolve: async (_root, { input }, ctx) => await assignApiProduct(ctx, input),
  },
  { outputFields: assignmentFields },
);
