import { Model } from 'objection';

/** A word that some capability of the workspace is described with, so that misspelt ones can be told. */
export class CapabilityWord extends Model {
  static override tableName = 'capability_word';
  static override idColumn = ['workspaceId', 'word'];
  declare workspaceId: string;
  declare word: string;
  declare rowVersion: number;
}
