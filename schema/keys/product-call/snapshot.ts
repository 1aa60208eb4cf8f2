import type { Knex } from 'knex';
import { ApiProductVersion } from '../../../db/models/api-product-version.ts';
import { ApiProduct } from '../../../db/models/api-product.ts';
import type { Environment } from '../../../db/models/api-key.ts';
import { ProductActivation } from '../../../db/models/product-activation.ts';
import { ProductAssignment } from '../../../db/models/product-assignment.ts';
import { macColumns, verifiedRow, type WrongMac } from '../../../db/row-macs.ts';
import type { SnapshotKind } from '../../kernel/ports/snapshots.ts';
import { servedStatuses } from '../product/rules.ts';

/** What an application may call of a major of a product, read in one query. */
export type AssignmentSnapshot = Pick<
  ProductAssignment,
  'id' | 'workspaceId' | 'operations' | 'quotaLimit' | 'quotaPeriod'
> & {
  /** The version that answers; null if there is none. */
  version: ServedVersion | null;
  broken: WrongMac | null;
};

/** In the sandbox, the newest served version of the major answers. */
export type SandboxSnapshot = AssignmentSnapshot & {
  /** The seed and the time of the application’s sandbox. */
  sandbox: { seed: string; now: Date };
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
  'upstreamUrl',
  'upstreamReferenceId',
  'upstreamHeader',
] as const;

export type ServedVersion = Pick<ApiProductVersion, (typeof versionColumns)[number]>;

const assignmentColumns = ['id', 'workspaceId', 'operations', 'quotaLimit', 'quotaPeriod'] as const;
const columns = [
  ...assignmentColumns.map((column) => `productAssignment.${column}`),
  ...versionColumns.map((column) => `apiProductVersion.${column} as ${aliasOf(column)}`),
];

const inSandbox = {
  productAssignment: ProductAssignment,
  apiProduct: ApiProduct,
  apiProductVersion: ApiProductVersion,
};
const inLive = { ...inSandbox, productActivation: ProductActivation };

/** Named by `nameOf`. */
export const sandboxSnapshots: SnapshotKind<SandboxSnapshot> = {
  max: 20_000,
  async read(knex, name) {
    const row = await assignments(knex, name, 'SANDBOX')
      .join('application', 'application.id', 'productAssignment.applicationId')
      .leftJoin('applicationSandbox', 'applicationSandbox.applicationId', 'productAssignment.applicationId')
      .leftJoin('apiProductVersion', (join) => {
        join
          .on('apiProductVersion.productId', 'productAssignment.productId')
          .andOn('apiProductVersion.major', 'productAssignment.major')
          .andOnIn('apiProductVersion.status', [...servedStatuses]);
      })
      .orderBy('apiProductVersion.number', 'desc')
      .first([
        ...macColumns(inSandbox),
        ...columns,
        'application.createdAt as applicationCreatedAt',
        'applicationSandbox.seed as sandboxSeed',
        'applicationSandbox.time as sandboxTime',
      ]);
    if (!row) return null;
    const { sandboxSeed, sandboxTime, applicationCreatedAt, ...rest } = row;
    const sandbox = { seed: sandboxSeed ?? '', now: sandboxTime ?? applicationCreatedAt };
    return { ...snapshotOf(verifiedRow(knex, inSandbox, rest)), sandbox };
  },
  chainsOf: ({ workspaceId }) => [workspaceId],
};

/** For live keys, the activated version of the major answers. Named by `nameOf`. */
export const liveSnapshots: SnapshotKind<AssignmentSnapshot> = {
  max: 20_000,
  async read(knex, name) {
    const row = await assignments(knex, name, 'LIVE')
      .leftJoin('productActivation', (join) => {
        join
          .on('productActivation.productId', 'productAssignment.productId')
          .andOn('productActivation.major', 'productAssignment.major')
          .andOnVal('productActivation.status', 'ACTIVE');
      })
      .leftJoin('apiProductVersion', 'apiProductVersion.id', 'productActivation.versionId')
      .first([...macColumns(inLive), ...columns]);
    return row ? snapshotOf(verifiedRow(knex, inLive, row)) : null;
  },
  chainsOf: ({ workspaceId }) => [workspaceId],
};

export function nameOf(applicationId: string, slug: string, major: number): string {
  return `${applicationId}/${slug}/${major}`;
}

function assignments(knex: Knex, name: string, environment: Environment) {
  const [applicationId = '', slug = '', major = ''] = name.split('/');
  return knex('productAssignment')
    .join('apiProduct', 'apiProduct.id', 'productAssignment.productId')
    .where({
      'productAssignment.applicationId': applicationId,
      'apiProduct.slug': slug,
      'productAssignment.major': Number(major),
      'productAssignment.environment': environment,
      'productAssignment.status': 'ACTIVE',
    });
}

function aliasOf(column: string): string {
  return `version${column.charAt(0).toUpperCase()}${column.slice(1)}`;
}

type Row = Omit<AssignmentSnapshot, 'version'> & { [column: string]: unknown };

function snapshotOf(row: Row): AssignmentSnapshot {
  const { id, workspaceId, operations, quotaLimit, quotaPeriod, broken } = row;
  const parts = Object.fromEntries(versionColumns.map((column) => [column, row[aliasOf(column)]]));
  const version = parts['id'] === null ? null : (parts as never);
  return { id, workspaceId, operations, quotaLimit, quotaPeriod, version, broken };
}
