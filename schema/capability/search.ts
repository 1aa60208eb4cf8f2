import type { Knex } from 'knex';
import { Capability, type CapabilityMode } from '../../db/models/capability.ts';
import type { Context } from '../context.ts';
import { wordsOf } from '../words.ts';

export interface Search {
  query?: string | null | undefined;
  mode?: CapabilityMode | null | undefined;
  connectorId?: string | null | undefined;
  /** Only those, as they are described by that digest. */
  among?: readonly { capabilityId: string; digest: Buffer }[];
  offset: number;
  limit: number;
}

/** More would make a query that nobody types. */
const maxTerms = 12;
// Else “Get a repository” would be lost among all that is got of one.
const wordsOfTitle = `length(ts_filter(words, '{a}'))`;

/**
 * The capabilities of the workspace that are described by the words, best first: those with most of them, and of these
 * those that have most of them in their title, and least else in it. A word that is described nowhere stands for those that are
 * spelled most alike. Where it is among some of them, no word of the others counts: what is found tells nothing of them.
 */
export async function searchCapabilities(ctx: Context, { query, offset, limit, ...filters }: Search) {
  const terms = wordsOf(query ?? '').slice(0, maxTerms);
  const found = all(ctx, filters).offset(offset).limit(limit);
  if (terms.length === 0) return await found.orderBy('title').orderBy('id');
  const meant = await spelledAlike(ctx, terms, filters.among);
  if (meant.length === 0) return [];
  const [anywhere, inTitle] = [
    meant.map((words) => tsquery(words)),
    meant.map((words) => tsquery(words, 'A')),
  ];
  const any = anywhere.join(' | ');
  const matches = meant.map(() => `(words @@ ?::tsquery)::int`).join(' + ');
  const order = `${matches} desc, ${matches} desc, ${wordsOfTitle}, ts_rank(words, ?::tsquery, 1) desc, id`;
  return await found.whereRaw('words @@ ?::tsquery', [any]).orderByRaw(order, [...anywhere, ...inTitle, any]);
}

function all(ctx: Context, { mode, connectorId, among }: Pick<Search, 'among' | 'connectorId' | 'mode'>) {
  const known = Capability.inWorkspace(ctx).where({ removedAt: null });
  void known.whereIn(
    'connectorId',
    ctx.knex('connector').select('id').where({ workspaceId: ctx.workspaceId }).whereNot({
      status: 'DELETED',
    }),
  );
  if (mode) void known.where({ mode });
  if (connectorId) void known.where({ connectorId });
  if (among) void known.whereRaw(isAmong, bindingsOf(among));
  return known;
}

type Among = NonNullable<Search['among']>;

const isAmong = '(capability.id, capability.digest) in (select * from unnest(?::text[], ?::bytea[]))';

function bindingsOf(among: Among): Knex.RawBinding[] {
  return [among.map(({ capabilityId }) => capabilityId), among.map(({ digest }) => digest)];
}

/** For each term the words that it may mean: itself and what begins with it, or else the five most like it. */
async function spelledAlike(
  ctx: Context,
  terms: readonly string[],
  among: Among | undefined,
): Promise<string[][]> {
  const [known, bindings] = among
    ? [
        `select distinct unnest(tsvector_to_array(words)) as word from capability where workspace_id = ? and ${isAmong}`,
        bindingsOf(among),
      ]
    : ['select word from capability_word where workspace_id = ?', []];
  const { rows } = await ctx.knex.raw<{ rows: { term: string; words: string[] }[] }>(
    `select term, array_agg(word) as words
     from unnest(?::text[]) with ordinality as given (term, place), lateral (
       select word from (
         select word, word = term as same, similarity(word, term) as likeness from (${known}) as known
         where word = term or word % term
       ) as near
       order by same desc, likeness desc, word limit 5
     ) as alike
     group by term, place order by place`,
    [[...terms], ctx.workspaceId, ...bindings],
  );
  return rows.map(({ term, words }) => (words.includes(term) ? [term] : words));
}

// The words are letters and numbers alone, so none of them is read as more than a word. Without a weight the index suffices.
function tsquery(words: readonly string[], weight = ''): string {
  const labels = words.length === 1 ? `*${weight}` : weight;
  const quoted = words.map((word) => (labels ? `'${word}':${labels}` : `'${word}'`));
  return words.length === 1 ? quoted.join() : `(${quoted.join(' | ')})`;
}
