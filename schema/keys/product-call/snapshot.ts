import type { Knex } from 'knex';
import { ApiProductVersion } from '../../../db/models/api-product-version.ts';
import { ApiProduct } from '../../../db/models/api-product.ts';
import { ProductAssignment } from '../../../db/models/product-assignment.ts';
import { macColumns, verifiedRow, type WrongMac } from '../../../db/row-macs.ts';
import type { SnapshotKind } from '../../kernel/ports/snapshots.ts';
import { servedStatuses } from '../product/rules.ts';

/** What an application may call of a major of a product, read in one query. */
export type AssignmentSnapshot = Pick<
  ProductAssignment,
  'id' | 'workspaceId' | 'operations' | 'quotaLimit' | 'quotaPeriod'
> & {
  /** The seed and the time of the application’s sandbox. */
  sandbox: { seed: string; now: Date };
  /** The newest served version of the major; null if it serves none. */
  version: ServedVersion | null;
  broken: WrongMac | null;
};

export type ServedVersion = Pick<
  ApiProductVersion,
  | 'id'
  | 'workspaceId'
  | 'productId'
  | 'major'
  | 'number'
  | 'digest'
  | 'status'
  | 'requestChecks'
  | 'retiresAt'
  | 'updatedAt'
>;

const withMacs = {
  productAssignment: ProductAssignment,
  apiProduct: ApiProduct,
  apiProductVersion: ApiProductVersion,
};

const versionColumns = [
  'id',
  'workspaceId',
  'productId',
  'major',
  'number',
  'digest',
  'status',
  'requestChecks',
  'retiresAt',
  'updatedAt',
] as const;

/** Named by `nameOf`. */
export const assignmentSnapshots: SnapshotKind<AssignmentSnapshot> = {
  max: 20_000,
  async read(knex, name) {
    const [applicationId, slug, major] = name.split('/');
    const row = await rowOf(knex, { applicationId, slug, major: Number(major) });
    return row && snapshotOf(knex, row);
  },
  chainsOf: ({ workspaceId }) => [workspaceId],
};

export function nameOf(applicationId: string, slug: string, major: number): string {
  return `${applicationId}/${slug}/${major}`;
}

function aliasOf(column: string): string {
  return `version${column.charAt(0).toUpperCase()}${column.slice(1)}`;
}

type Row = Omit<AssignmentSnapshot, 'version' | 'sandbox' | 'broken'> & {
  applicationCreatedAt: Date;
  sandboxSeed: string | null;
  sandboxTime: Date | null;
  [column: string]: unknown;
};

async function rowOf(knex: Knex, by: Record<string, unknown>): Promise<Row | null> {
  const columns = versionColumns.map((column) => `apiProductVersion.${column} as ${aliasOf(column)}`);
  const row: Row | undefined = await knex('productAssignment')
    .join('apiProduct', 'apiProduct.id', 'productAssignment.productId')
    .join('application', 'application.id', 'productAssignment.applicationId')
    .leftJoin('applicationSandbox', 'applicationSandbox.applicationId', 'productAssignment.applicationId')
    .leftJoin('apiProductVersion', (join) => {
      join
        .on('apiProductVersion.productId', 'productAssignment.productId')
        .andOn('apiProductVersion.major', 'productAssignment.major')
        .andOnIn('apiProductVersion.status', [...servedStatuses]);
    })
    .where({
      'productAssignment.applicationId': by['applicationId'],
      'apiProduct.slug': by['slug'],
      'productAssignment.major': by['major'],
      'productAssignment.environment': 'SANDBOX',
      'productAssignment.status': 'ACTIVE',
    })
    .orderBy('apiProductVersion.number', 'desc')
    .first([
      ...macColumns(withMacs),
      'productAssignment.id',
      'productAssignment.workspaceId',
      'productAssignment.operations',
      'productAssignment.quotaLimit',
      'productAssignment.quotaPeriod',
      'application.createdAt as applicationCreatedAt',
      'applicationSandbox.seed as sandboxSeed',
      'applicationSandbox.time as sandboxTime',
      ...columns,
    ]);
  return row ?? null;
}

function snapshotOf(knex: Knex, row: Row): AssignmentSnapshot {
  const { sandboxSeed, sandboxTime, applicationCreatedAt, ...verified } = verifiedRow(knex, withMacs, row);
  const { id, workspaceId, operations, quotaLimit, quotaPeriod, broken } = verified;
  const columns = Object.fromEntries(versionColumns.map((column) => [column, row[aliasOf(column)]]));
  const version = columns['id'] === null ? null : (columns as never);
  const sandbox = { seed: sandboxSeed ?? '', now: sandboxTime ?? applicationCreatedAt };
  return { id, workspaceId, operations, quotaLimit, quotaPeriod, sandbox, version, broken };
}
