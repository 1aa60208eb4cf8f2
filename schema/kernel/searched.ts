import { permits, type Permission } from './access/permissions.ts';
import { memberOf, type Context } from './context.ts';
import { idBeginningOf, kindOfId } from '../values/id.ts';
import { prefixIn } from '../values/secret.ts';

/** How rows of one table are found. Texts are SQL expressions over the table, which their rooms write. */
export interface SearchedKind {
  /** The table, which is also the kind of its ids. */
  readonly type: string;
  /** The permission to read its rows. */
  readonly needs: Permission;
  readonly title: string;
  /** Tells rows with one title apart, such as the name of the parent or the state. */
  readonly where: string;
  /** The texts to search; empty if only the id finds a row. Never more of a secret than the row's type shows. */
  readonly texts: readonly string[];
  /** Restricts the search in texts to the rows that the list of the room has; an id also finds the others. */
  readonly listed?: string;
  /** Restricts both to the rows that can be read by id. */
  readonly present?: string;
}

export interface SearchHit {
  type: string;
  id: string;
  title: string;
  where: string;
}

const kinds = new Map<string, SearchedKind>();

/** Registers the rows of a room for the search of a workspace. Rooms register, because no room knows all others. */
export function searchable(kind: SearchedKind): void {
  kinds.set(kind.type, kind);
}

export function searchedKinds(): SearchedKind[] {
  return [...kinds.values()];
}

/**
 * Returns the rows that the caller may read and whose texts contain the query, best match first: the same title,
 * then the beginning of a word, then any part of a text. A whole id finds its row alone. A secret stands for its
 * prefix, as does its masked form.
 */
export async function search(ctx: Context, query: string, limit: number): Promise<SearchHit[]> {
  const member = memberOf(ctx);
  const readable = searchedKinds().filter(({ needs }) => permits(member, needs));
  const id = query.toLowerCase();
  const kind = kindOfId(id);
  const [wanted, matching] = kind
    ? [readable.filter(({ type }) => type === kind), byId]
    : [readable.filter((each) => each.texts.length > 0 || idBeginningOf(id) === each.type), byText];
  if (wanted.length === 0) return [];
  const union = wanted
    .map((each) => `(${matching(each, idBeginningOf(id) === each.type)})`)
    .join(' union all ');
  const { rows } = await ctx.knex.raw<{ rows: SearchHit[] }>(
    `select type, id, title, place as "where" from (${union}) as hit order by rank, title, id limit :limit`,
    {
      workspaceId: member.workspaceId,
      limit,
      now: ctx.clock.now(),
      id,
      query,
      ...patternsOf(prefixIn(query) ?? query),
    },
  );
  return rows;
}

function byId(kind: SearchedKind): string {
  return `select ${columnsOf(kind)}, 0 as rank from ${kind.type} where ${ofWorkspace(kind)} and ${kind.type}.id = :id`;
}

function byText(kind: SearchedKind, isId: boolean): string {
  const { type, texts, listed = 'true' } = kind;
  const found = isId ? `(words ilike :contained or id like :beginning)` : 'words ilike :contained';
  return `
    select type, id, title, place,
      case when lower(title) = lower(:query) then 0 when words ~* :word then 1 else 2 end as rank
    from (
      select ${columnsOf(kind)}, concat_ws(E'\\n', ${['null', ...texts].join(', ')}) as words
      from ${type} where ${ofWorkspace(kind)} and (${listed})
    ) as found
    where ${found} order by rank, title, id limit :limit`;
}

function columnsOf({ type, title, where }: SearchedKind): string {
  return `'${type}' as type, ${type}.id as id, coalesce(${title}, '') as title, coalesce(${where}, '') as place`;
}

function ofWorkspace({ type, present = 'true' }: SearchedKind): string {
  return `${type}.workspace_id = :workspaceId and (${present})`;
}

/** Returns the patterns in which every character of the query stands for itself. */
function patternsOf(query: string) {
  const like = query.replaceAll(/[\\%_]/g, String.raw`\$&`);
  const regex = query.replaceAll(/[\\.*+?^${}()|[\]]/g, String.raw`\$&`);
  return {
    contained: `%${like}%`,
    beginning: `${like.toLowerCase()}%`,
    word: `(^|[^[:alnum:]])${regex}`,
  };
}
