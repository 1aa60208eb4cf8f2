import type { ApiProductStatus } from '../../../db/models/api-product.ts';
import type { ApiProductVersionStatus } from '../../../db/models/api-product-version.ts';
import { machine } from '../../values/machine.ts';

export const productMoves = machine<ApiProductStatus, 'update' | 'change versions' | 'assign' | 'retire'>(
  'API product',
  {
    commands: {
      update: 'updated',
      'change versions': 'given versions',
      assign: 'assigned',
      retire: 'retired',
    },
  },
  {
    ACTIVE: { update: 'ACTIVE', 'change versions': 'ACTIVE', assign: 'ACTIVE', retire: 'RETIRED' },
    RETIRED: {},
  },
);

/** A version never changes once it is published; only its status does. */
export const versionMoves = machine<
  ApiProductVersionStatus,
  'update' | 'publish' | 'discard' | 'supersede' | 'deprecate' | 'retire' | 'activate'
>(
  'API product version',
  {
    commands: {
      update: 'updated',
      publish: 'published',
      discard: 'discarded',
      deprecate: 'deprecated',
      retire: 'retired',
      activate: 'activated',
    },
  },
  {
    DRAFT: { update: 'DRAFT', publish: 'PUBLISHED', discard: 'DISCARDED' },
    PUBLISHED: { supersede: 'SUPERSEDED', deprecate: 'DEPRECATED', activate: 'PUBLISHED' },
    SUPERSEDED: { retire: 'RETIRED', activate: 'SUPERSEDED' },
    DEPRECATED: { retire: 'RETIRED', activate: 'DEPRECATED' },
    RETIRED: {},
    DISCARDED: {},
  },
);

/** The states in which applications can call a version. */
export const servedStatuses = ['PUBLISHED', 'DEPRECATED'] as const;

export function isServed({ status }: { status: ApiProductVersionStatus }): boolean {
  return servedStatuses.some((served) => served === status);
}

/** The most products of a workspace that are not retired, and the most majors of a product with a served version. */
export const maxProducts = 50;
export const maxMajors = 3;
/** The most versions of a product, discarded ones included. */
export const maxVersions = 1_000;

export const maxDocumentBytes = 4 * 2 ** 20;
/** The most documents that one instance handles at a time: of a workspace, and of all. */
export const documentPlaces = {
  'reads or compares': { ofWorkspace: 2, ofAll: 8 },
  writes: { ofWorkspace: 8, ofAll: 16 },
} as const;

/** The least and the most notice of a deprecation, in days. */
export const deprecationDays = 90;
export const maxDeprecationDays = 730;

/** The slug of the built-in product, which every application has. */
export const builtInSlug = 'sandbox';
