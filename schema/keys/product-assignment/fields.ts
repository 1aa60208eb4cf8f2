import { type ProductAssignment, type QuotaPeriod } from '../../../db/models/product-assignment.ts';
import { builder, type SchemaTypes } from '../../kernel/builder.ts';
import { ProductAssignmentType, QuotaPeriodEnum } from './type.ts';

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;

export interface Quota {
  limit: number;
  period: QuotaPeriod;
}

export const QuotaInput = builder.inputType('ProductQuotaInput', {
  description: 'The most calls of an application in a period.',
  fields: (t) => ({
    limit: t.int({ required: true }),
    period: t.field({ type: QuotaPeriodEnum, required: true }),
  }),
});

export function assignmentFields<Parent extends { productAssignment: ProductAssignment }>(
  t: PothosSchemaTypes.ObjectFieldBuilder<Types, Parent>,
) {
  return {
    productAssignment: t.field({ type: ProductAssignmentType, resolve: (it) => it.productAssignment }),
  };
}

/** Returns the columns of a quota. */
export function quotaColumns(quota: Quota | null) {
  return { quotaLimit: quota?.limit ?? null, quotaPeriod: quota?.period ?? null };
}
