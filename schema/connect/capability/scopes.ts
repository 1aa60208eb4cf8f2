import { Capability } from '../../../db/models/capability.ts';
import type { Context } from '../../kernel/context.ts';
import { buildSegment } from './build-segment.ts';
import { corpusOf, type Corpus, type CorpusConnector } from './corpus.ts';
import { indexedColumns, type IndexedRow } from './indexed-words.ts';
import { maxSearchedBytes, pageSize } from './rules.ts';
import { numbersOf, type Named, type Scope } from './scope.ts';
import type { Segment } from './segment.ts';

/** A capability that a caller may find, by the connection that makes it so. */
export interface Among {
  capabilityId: string;
  connectionId: string;
}

/** Returns what a search covers: the workspace or one connector, or else no more than some capabilities. */
export async function scopesOf(
  ctx: Context,
  { connectorId, among }: { connectorId?: string | null | undefined; among?: readonly Among[] | undefined },
): Promise<Scope[]> {
  const corpus = await corpusOf(ctx);
  const connectors = corpus.connectors.filter(({ id }) => !connectorId || id === connectorId);
  const scopes: Scope[] = [];
  let bytes = 0;
  for (const connector of among ? ofConnections(corpus, connectors, among) : connectors) {
    const segment = await ctx.segments.of(
      connector.id,
      connector.version,
      async () => await buildSegment(pagesOf(ctx, connector.id)),
    );
    bytes += segment.bytes;
    // Grants are few, and an agent cannot name the connector.
    if (!among && bytes > maxSearchedBytes && scopes.length > 0) break;
    scopes.push(
      among ? amongScope(corpus, connector, segment, among) : wholeScope(corpus, connector, segment),
    );
  }
  return scopes;
}

function ofConnections(
  { connections }: Corpus,
  connectors: readonly CorpusConnector[],
  among: readonly Among[],
): CorpusConnector[] {
  const wanted = new Set(among.map(({ connectionId }) => connections.get(connectionId)?.connectorId));
  return connectors.filter(({ id }) => wanted.has(id));
}

function wholeScope({ connections }: Corpus, { id, words }: CorpusConnector, segment: Segment): Scope {
  const ofIt = [...connections.values()].filter(({ connectorId }) => connectorId === id);
  const names = [words, ...ofIt.map((connection) => connection.words)];
  return { segment, known: null, names: names.map((one) => ({ words: one, capabilities: null })) };
}

/** Names only the capabilities that a connection grants. */
function amongScope(
  { connections }: Corpus,
  connector: CorpusConnector,
  segment: Segment,
  among: readonly Among[],
): Scope {
  const byConnection = Map.groupBy(among, ({ connectionId }) => connectionId);
  const inOrder = [...byConnection].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const known = new Uint8Array(segment.ids.length);
  const names: Named[] = [];
  for (const [id, granted] of inOrder) {
    const connection = connections.get(id);
    if (connection?.connectorId !== connector.id) continue;
    const capabilities = numbersOf(
      segment,
      granted.map(({ capabilityId }) => capabilityId),
    );
    for (const capability of capabilities) known[capability] = 1;
    if (capabilities.length > 0)
      names.push({ words: [...connector.words, ...connection.words], capabilities });
  }
  return { segment, known, names };
}

async function* pagesOf(ctx: Context, connectorId: string): AsyncGenerator<IndexedRow[]> {
  for (let after = ''; ;) {
    const page = await Capability.inWorkspace(ctx)
      .where({ connectorId, removedAt: null })
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .select(...indexedColumns);
    yield page;
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = last.id;
  }
}
