import { Model } from 'objection';

/** A word of some capability description in the workspace, for recognizing misspelled search terms. */
export class CapabilityWord extends Model {
  static override tableName = 'capability_word';
  static override idColumn = ['workspaceId', 'word'];
  declare workspaceId: string;
  declare word: string;
  declare rowVersion: number;
}
