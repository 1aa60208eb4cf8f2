import { WorkspaceModel } from './base.ts';

/** The sandbox of an application; without a row, it has no seed, and the time at which the application was created. */
export class ApplicationSandbox extends WorkspaceModel {
  static override tableName = 'application_sandbox';
  declare applicationId: string;
  /** The server generates ids from it and the request. */
  declare seed: string;
  /** The time in the sandbox, which stands still; null for the time at which the application was created. */
  declare time: Date | null;
}
