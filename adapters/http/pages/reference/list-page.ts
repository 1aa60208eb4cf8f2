import { encoded } from './addresses.ts';
import { heading, type Block, type Page } from './blocks.ts';
import { operationsWith, type Operation } from './operations.ts';

const perPage = 50;

const aboutProducts: Block = {
  kind: 'paragraph',
  line: [
    'These are the operations of the server. ',
    { text: 'Another document', page: 'reference' },
    ' has the API products of your workspace.',
  ],
};

export interface Wanted {
  /** The words to search for. */
  query: string;
  /** From 1. */
  number: number;
}

/** Returns how many pages the list of these operations has. */
export function pagesOf(operations: readonly Operation[], query: string): number {
  return Math.max(1, Math.ceil(operationsWith(operations, query).length / perPage));
}

/** Returns one page of the list of operations, grouped by tag. */
export function listPage(title: string, operations: readonly Operation[], wanted: Wanted): Page {
  const { query, number } = wanted;
  const found = operationsWith(operations, query);
  const shown = found.slice((number - 1) * perPage, number * perPage);
  const groups = [...Map.groupBy(shown, ({ tag }) => tag)];
  const blocks: Block[] = [
    countOf(found.length, query),
    ...groups.flatMap(([tag, members]): Block[] => [heading(2, tag), entriesOf(members)]),
    ...pagerOf(wanted, pagesOf(operations, query)),
  ];
  return {
    title,
    name: '',
    query: addressQuery(wanted),
    blocks: [aboutProducts, { kind: 'search', value: query }, { kind: 'list', blocks }],
  };
}

function countOf(count: number, query: string): Block {
  const noun = count === 1 ? 'operation' : 'operations';
  if (query === '') return { kind: 'paragraph', line: [`${count} ${noun}.`] };
  const all = { text: 'Show all operations', page: '' };
  return { kind: 'paragraph', line: [`${count} ${noun} with “${query}”. `, all, '.'] };
}

function entriesOf(operations: readonly Operation[]): Block {
  const entries = operations.map(({ id, method, path, summary }) => ({ method, path, summary, page: id }));
  return { kind: 'entries', entries };
}

function pagerOf({ query, number }: Wanted, last: number): Block[] {
  const kept = query === '' ? '' : `q=${encoded(query)}&`;
  return last === 1 ? [] : [{ kind: 'pager', query: kept, current: number, last }];
}

function addressQuery({ query, number }: Wanted): string {
  const parts = [
    ...(query === '' ? [] : [`q=${encoded(query)}`]),
    ...(number === 1 ? [] : [`page=${number}`]),
  ];
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}
