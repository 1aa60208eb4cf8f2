import { WorkspaceModel } from './base.ts';

/** One operation of a version of an API product. It never changes once its version is published. */
export class ApiProductOperation extends WorkspaceModel {
  static override tableName = 'api_product_operation';
  static override jsonAttributes = ['definition'];
  declare versionId: string;
  /** Its place in the document, from 0. */
  declare position: number;
  /** The whole operation, as the reader described it. */
  declare definition: object;
}
