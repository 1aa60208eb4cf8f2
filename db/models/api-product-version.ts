import { WorkspaceModel } from './base.ts';

export const apiProductVersionStatuses = [
  'DRAFT',
  'PUBLISHED',
  'SUPERSEDED',
  'DEPRECATED',
  'RETIRED',
  'DISCARDED',
] as const;
export type ApiProductVersionStatus = (typeof apiProductVersionStatuses)[number];

/** Whether a request that does not conform is refused, or only reported. */
export const requestChecks = ['ENFORCE', 'REPORT'] as const;
export type RequestChecks = (typeof requestChecks)[number];

/** One version of an API product, described by an OpenAPI document. It never changes once it is published. */
export class ApiProductVersion extends WorkspaceModel {
  static override tableName = 'api_product_version';
  static override decisive = [
    'workspaceId',
    'productId',
    'major',
    'number',
    'digest',
    'status',
    'requestChecks',
    'retiresAt',
    'upstreamUrl',
    'upstreamReferenceId',
    'upstreamHeader',
  ];
  static override jsonAttributes = ['operations', 'findings', 'changes'];
  declare productId: string;
  declare major: number;
  /** Counted from 1 in each major. */
  declare number: number;
  /** The title in the document. */
  declare title: string;
  /** The version that the document states. It has no effect. */
  declare label: string;
  /** SHA-256 over everything that decides how the version behaves. */
  declare digest: Buffer;
  declare requestChecks: RequestChecks;
  /** Where live calls go; null if the workspace serves them itself. */
  declare upstreamUrl: string | null;
  /** The credential for the upstream, or null. */
  declare upstreamReferenceId: string | null;
  /** The header for a credential of the kind API_KEY, or null. */
  declare upstreamHeader: string | null;
  declare status: ApiProductVersionStatus;
  /** The outline of its operations, in the order of the document. */
  declare operations: { operationId: string; method: string; path: string; title: string }[];
  declare findingCount: number;
  /** What the server left out of the document, or cannot use, and why: at most 500. */
  declare findings: { pointer: string; code: string; message: string }[];
  /** The differences from the version before it in the same major, as of its publication. */
  declare changes: { kind: string; pointer: string; code: string; message: string }[];
  declare publishedAt: Date | null;
  /** Until when a deprecated version serves. */
  declare retiresAt: Date | null;
  declare retiredAt: Date | null;
  /** The member who began it. */
  declare createdBy: string;
}
