import { Connection, endedConnectionStatuses } from '../../../db/models/connection.ts';
import { Connector } from '../../../db/models/connector.ts';
import type { Context } from '../../kernel/context.ts';
import { snapshotOf } from '../../kernel/row-snapshots.ts';
import type { SnapshotKind } from '../../kernel/ports/snapshots.ts';
import { tokenize } from '../../values/tokenize.ts';
import { isStopWord } from './stop-words.ts';

/** What a search in a workspace covers. */
export interface Corpus {
  workspaceId: string;
  connectors: CorpusConnector[];
  /** The connections that have not ended. */
  connections: { id: string; connectorId: string; words: string[] }[];
}

export interface CorpusConnector {
  id: string;
  /** Rises at the end of each import. */
  rowVersion: number;
  /** The words of its name and of the title of its description. */
  words: string[];
}

const corpora: SnapshotKind<Corpus> = {
  max: 1000,
  async read(knex, workspaceId) {
    const connectors = await Connector.query(knex)
      .where({ workspaceId })
      .whereNot({ status: 'DELETED' })
      .orderBy('id')
      .select('id', 'name', 'apiTitle', 'rowVersion');
    const connections = await Connection.query(knex)
      .where({ workspaceId })
      .whereNotIn('status', [...endedConnectionStatuses])
      .orderBy('id')
      .select('id', 'connectorId', 'name');
    return {
      workspaceId,
      connectors: connectors.map(({ id, rowVersion, name, apiTitle }) => ({
        id,
        rowVersion,
        words: wordsOf(name, apiTitle),
      })),
      connections: connections.map(({ id, connectorId, name }) => ({
        id,
        connectorId,
        words: wordsOf(name),
      })),
    };
  },
  chainsOf: ({ workspaceId }) => [workspaceId],
};

export async function corpusOf(ctx: Context): Promise<Corpus> {
  const name = ctx.workspaceId ?? '';
  const corpus = await snapshotOf(ctx, corpora, name);
  return corpus ?? { workspaceId: name, connectors: [], connections: [] };
}

function wordsOf(...names: (string | null)[]): string[] {
  const words = tokenize(...names.filter((name) => name !== null));
  // Every name of an API may have this word.
  return words.filter((word) => !isStopWord(word) && word !== 'api');
}
