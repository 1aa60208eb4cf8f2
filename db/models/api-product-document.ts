import { WorkspaceModel } from './base.ts';

/** The OpenAPI document of a version of an API product. */
export class ApiProductDocument extends WorkspaceModel {
  static override tableName = 'api_product_document';
  declare versionId: string;
  /** Sealed with the workspace's key. */
  declare sealed: Buffer;
}
