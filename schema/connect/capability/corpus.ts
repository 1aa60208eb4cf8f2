import type { Knex } from 'knex';
import { Connection, endedConnectionStatuses } from '../../../db/models/connection.ts';
import { Connector } from '../../../db/models/connector.ts';
import type { Context } from '../../kernel/context.ts';
import { snapshotOf } from '../../kernel/snapshot-of.ts';
import type { SnapshotKind } from '../../kernel/ports/snapshots.ts';
import { tokenize } from '../../values/tokenize.ts';
import { isStopWord } from './stop-words.ts';

/** What a search in a workspace covers. */
export interface Corpus {
  workspaceId: string;
  connectors: CorpusConnector[];
  /** The connections that have not ended, by id. */
  connections: Map<string, { connectorId: string; words: string[] }>;
}

export interface CorpusConnector {
  id: string;
  /** The last ended import that may have changed capabilities; empty if there is none. */
  version: string;
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
      .select('id', 'name', 'apiTitle');
    const versions = await versionsIn(knex, workspaceId);
    const connections = await Connection.query(knex)
      .where({ workspaceId })
      .whereNotIn('status', [...endedConnectionStatuses])
      .orderBy('id')
      .select('id', 'connectorId', 'name');
    return {
      workspaceId,
      connectors: connectors.map(({ id, name, apiTitle }) => ({
        id,
        version: versions.get(id) ?? '',
        words: wordsOf(name, apiTitle),
      })),
      connections: new Map(
        connections.map(({ id, connectorId, name }) => [id, { connectorId, words: wordsOf(name) }]),
      ),
    };
  },
  chainsOf: ({ workspaceId }) => [workspaceId],
};

export async function corpusOf(ctx: Context): Promise<Corpus> {
  const name = ctx.workspaceId ?? '';
  const corpus = await snapshotOf(ctx, corpora, name);
  return corpus ?? { workspaceId: name, connectors: [], connections: new Map() };
}

// A failed import may have written a part of its capabilities.
async function versionsIn(knex: Knex, workspaceId: string): Promise<Map<string, string>> {
  const rows = await knex('connectorImport')
    .where({ workspaceId })
    .where((any) => void any.where({ status: 'FAILED' }).orWhereRaw('added + changed + removed > 0'))
    .whereNotNull('endedAt')
    .groupBy('connectorId')
    .select('connectorId')
    .max<{ connectorId: string; version: string }[]>('id as version');
  return new Map(rows.map(({ connectorId, version }) => [connectorId, version]));
}

function wordsOf(...names: (string | null)[]): string[] {
  const words = tokenize(...names.filter((name) => name !== null));
  // Every name of an API may have this word.
  return words.filter((word) => !isStopWord(word) && word !== 'api');
}
