import { WorkspaceModel } from './base.ts';

/** An object that an application made by calls of an API product in the sandbox. */
export class SandboxObject extends WorkspaceModel {
  static override tableName = 'sandbox_object';
  declare applicationId: string;
  /** A keyed hash of the product, its major and the path of the collection. */
  declare collection: string;
  /** A keyed hash of the collection and the object’s id. */
  declare name: string;
  /** The object as JSON, sealed with the workspace's key. */
  declare sealed: Buffer;
  /** The size of the sealed JSON. */
  declare bytes: number;
}
