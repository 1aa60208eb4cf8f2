import type { ProductionAccess } from '../../../db/models/production-access.ts';
import type { SchemaTypes } from '../../kernel/builder.ts';
import * as formats from '../../values/formats.ts';
import { versionFields } from '../../kernel/row-version.ts';
import { ProductionAccessType } from './type.ts';

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;
type Inputs = PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>;

export interface Submission {
  applicationId: string;
  useCase: string;
  dataCategories: string[];
  expectedVolume: string;
  securityContact: string;
  requestedProducts: string[];
  evidenceReceiptIds?: string[] | null | undefined;
}

/** The input fields of a submission. */
export function contentFields(t: Inputs) {
  return {
    applicationId: t.id({ required: true }),
    useCase: t.string({
      required: true,
      validate: formats.useCase,
      description: 'The purpose of the live keys, in 50 to 2000 characters.',
    }),
    dataCategories: t.stringList({
      required: true,
      validate: formats.labels,
      description: 'The kinds of data that the application handles, up to 20.',
    }),
    expectedVolume: t.string({ required: true, validate: formats.name }),
    securityContact: t.string({
      required: true,
      validate: formats.email,
      description: 'The contact address for problems.',
    }),
    requestedProducts: t.stringList({
      required: true,
      validate: formats.requestedProducts,
      description:
        'The API products that the live keys are for: slugs with a major version, such as `shop@v1`. An approval assigns ' +
        'exactly these.',
    }),
    evidenceReceiptIds: t.stringList({
      validate: formats.evidenceReceiptIds,
      description: 'Test receipts of the application, which the approvers see. They approve nothing.',
    }),
  };
}

/** Returns the content as it is stored; absent evidence becomes an empty list. */
export function submittedContent({ evidenceReceiptIds, ...content }: Omit<Submission, 'applicationId'>) {
  return { ...content, evidenceReceiptIds: evidenceReceiptIds ?? [] };
}

export interface EndingInput {
  applicationId: string;
  reason: string;
}

export function endingFields(t: Inputs) {
  return {
    applicationId: t.id({ required: true }),
    reason: t.string({ required: true, validate: formats.decisionReason }),
    ...versionFields(t),
  };
}

export function accessFields<Parent extends { productionAccess: ProductionAccess }>(
  t: PothosSchemaTypes.ObjectFieldBuilder<Types, Parent>,
) {
  return { productionAccess: t.field({ type: ProductionAccessType, resolve: (it) => it.productionAccess }) };
}
