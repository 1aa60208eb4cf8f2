import type { Knex } from 'knex';
import { Capability, type CapabilityMode } from '../../../db/models/capability.ts';
import type { Context } from '../../kernel/context.ts';
import { tokenize } from '../../values/tokenize.ts';
import { namesOfGranted, namesOfWorkspace, type Named } from './names.ts';

export interface Search {
  query?: string | null | undefined;
  mode?: CapabilityMode | null | undefined;
  connectorId?: string | null | undefined;
  /** Only these capabilities with this digest. The names of their connections count as words. */
  among?: readonly { capabilityId: string; connectionId: string; digest: Buffer }[];
  offset: number;
  limit: number;
}

/** No user types more terms than this. */
const maxTerms = 12;
// Shorter titles rank first, so that “Get a repository” precedes other operations on repositories.
const titleLength = `length(ts_filter(words, '{a}'))`;

/**
 * Returns the workspace’s capabilities that match the query, best match first. More matching terms rank
 * first, then more matches in the title, then the shorter title. A term without a match stands for the most
 * similar words.
 *
 * The name of a provider or a connection counts as a word of each of its capabilities. If every term is such
 * a name, the result has all capabilities with these names. With `among`, words of other capabilities do not
 * count, so the result reveals nothing about them.
 */
export async function searchCapabilities(ctx: Context, { query, offset, limit, ...filters }: Search) {
  const terms = tokenize(query ?? '').slice(0, maxTerms);
  const found = all(ctx, filters).offset(offset).limit(limit);
  if (terms.length === 0) return await found.orderBy('title').orderBy('id');
  const { among } = filters;
  const names = among ? await namesOfGranted(ctx, among) : await namesOfWorkspace(ctx);
  const meant = await spelledAlike(ctx, terms, { among, names });
  if (meant.length === 0) return [];
  const isNamed = `capability.${among ? 'id' : 'connector_id'} = any(?::text[])`;
  const named = meant.map((words) => idsNamed(names, words));
  const [anywhere, inTitle] = [
    meant.map((words) => tsquery(words)),
    meant.map((words) => tsquery(words, 'A')),
  ];
  const any = anywhere.join(' | ');
  const matches = meant.map(() => `(words @@ ?::tsquery or ${isNamed})::int`).join(' + ');
  const inTitles = meant.map(() => `(words @@ ?::tsquery)::int`).join(' + ');
  const order = `${matches} desc, ${inTitles} desc, ${titleLength}, ts_rank(words, ?::tsquery, 1) desc, id`;
  const ofEach = anywhere.flatMap((words, at) => [words, named[at] ?? []]);
  // A term that is not a name selects among the many capabilities of a provider.
  const areAllNames = named.every((ids) => ids.length > 0);
  const isFound = areAllNames ? `(words @@ ?::tsquery or ${isNamed})` : 'words @@ ?::tsquery';
  const asked = areAllNames ? [any, [...new Set(named.flat())]] : [any];
  return await found.whereRaw(isFound, asked).orderByRaw(order, [...ofEach, ...inTitle, any]);
}

function idsNamed(names: readonly Named[], words: readonly string[]): string[] {
  const [first] = words;
  const isMeant = (word: string) =>
    words.includes(word) || (words.length === 1 && first !== undefined && word.startsWith(first));
  return [...new Set(names.filter((it) => it.words.some(isMeant)).flatMap(({ ids }) => ids))];
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

/** Returns, for each term with a match, the term if it is known, otherwise up to five similar words. */
async function spelledAlike(
  ctx: Context,
  terms: readonly string[],
  { among, names }: { among: Among | undefined; names: readonly Named[] },
): Promise<string[][]> {
  const [source, bindings] = among
    ? [
        `(select unnest(tsvector_to_array(words)) as word from capability where workspace_id = ? and ${isAmong}) as granted`,
        [ctx.workspaceId, ...bindingsOf(among)],
      ]
    : ['(select word from capability_word where workspace_id = ?) as known', [ctx.workspaceId]];
  const isNear = '(word = term or word % term)';
  const { rows } = await ctx.knex.raw<{ rows: { term: string; words: string[] }[] }>(
    `select term, array_agg(word) as words
     from unnest(?::text[]) with ordinality as given (term, place), lateral (
       select word from (
         select word from ${source} where ${isNear}
         union select word from unnest(?::text[]) as named (word) where ${isNear}
       ) as near
       order by word = term desc, similarity(word, term) desc, word limit 5
     ) as alike
     group by term, place order by place`,
    [[...terms], ...bindings, names.flatMap(({ words }) => words)],
  );
  return rows.map(({ term, words }) => (words.includes(term) ? [term] : words));
}

// Words have only letters and digits, so none leaves its quotes. Without a weight, the index suffices.
function tsquery(words: readonly string[], weight = ''): string {
  const labels = words.length === 1 ? `*${weight}` : weight;
  const quoted = words.map((word) => (labels ? `'${word}':${labels}` : `'${word}'`));
  return words.length === 1 ? quoted.join() : `(${quoted.join(' | ')})`;
}
