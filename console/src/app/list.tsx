import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Refused } from '../parts/refused.tsx';
import { useRead, type Read } from './read.ts';

export interface Connection<Row> {
  edges: readonly { node: Row }[];
  pageInfo: { hasPreviousPage: boolean; startCursor: string | null };
}

export interface Column<Row> {
  name: string;
  cell: (row: Row) => ComponentChildren;
  /** Whether a narrow screen leaves it out. */
  isExtra?: boolean;
  /** Whether its cells are numbers. */
  isNumber?: boolean;
}

interface ListProps<Data, Variables, Row> {
  /** What the rows are, for screen readers. */
  caption: string;
  /** A document with the variable `before`, which reads the last rows of a list. */
  document: TypedDocumentNode<Data, Variables>;
  variables: Variables;
  connection: (data: Data) => Connection<Row> | null;
  columns: readonly Column<Row>[];
  /** Whether a row belongs here, for what the server does not filter. */
  filter?: (row: Row) => boolean;
  /** Whether it stands still: a person reads it. */
  isPaused?: boolean;
  /** The button that reads the next page. Older rows, unless the list has another order. */
  more?: string;
  /** What the screen says without a row. */
  empty: ComponentChildren;
}

/** A table of rows, newest first, page by page. */
export function List<Data, Variables extends Record<string, unknown>, Row extends { id: string }>(
  props: ListProps<Data, Variables, Row>,
) {
  const { caption, variables, connection, columns, filter = () => true, empty } = props;
  const { data, refusal, again } = useRows(props, variables);
  const found = data && connection(data);
  if (refusal && !found) return <Refused refusal={refusal} again={again} />;
  if (!found) return <Skeleton />;
  const isEmpty = !found.pageInfo.hasPreviousPage && !found.edges.some(({ node }) => filter(node));
  if (isEmpty) return <>{empty}</>;
  return (
    <div class="scroll">
      <table class="list stacked">
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" class={classOf(column)}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Page {...props} before={null} />
        </tbody>
      </table>
    </div>
  );
}

// Each page reads itself, so that older rows follow changes as well.
function Page<Data, Variables extends Record<string, unknown>, Row extends { id: string }>(
  props: ListProps<Data, Variables, Row> & { before: string | null },
) {
  const { variables, connection, columns, filter = () => true, more = 'Load older', before } = props;
  const [isOpen, setOpen] = useState(false);
  const { data, refusal, again } = useRows(props, { ...variables, ...(before && { before }) });
  const found = data && connection(data);
  const cells = (content: ComponentChildren) => (
    <tr class="more">
      <td colSpan={columns.length}>{content}</td>
    </tr>
  );
  if (!found) return refusal ? cells(<Refused refusal={refusal} again={again} />) : null;
  const rows = found.edges.map(({ node }) => node).filter(filter);
  return (
    <>
      {rows.toReversed().map((row) => (
        <tr key={row.id}>
          {columns.map((column) => (
            <td key={column.name} class={classOf(column)} data-name={column.name}>
              {column.cell(row)}
            </td>
          ))}
        </tr>
      ))}
      {found.pageInfo.hasPreviousPage &&
        (isOpen ? (
          <Page {...props} before={found.pageInfo.startCursor} />
        ) : (
          cells(<Button onClick={() => setOpen(true)}>{more}</Button>)
        ))}
    </>
  );
}

// A page stands still only after it has its rows, so that a pause never drops an answer.
function useRows<Data, Variables extends Record<string, unknown>, Row>(
  { document, isPaused = false }: ListProps<Data, Variables, Row>,
  variables: Variables,
): Read<Data> {
  const [isFilled, setFilled] = useState(false);
  const read = useRead(document, variables, { isPaused: isPaused && isFilled });
  const isComplete = read.data !== undefined && !read.isWaiting;
  useEffect(() => setFilled(isComplete), [isComplete]);
  return read;
}

function classOf({ isExtra, isNumber }: Pick<Column<never>, 'isExtra' | 'isNumber'>): string | undefined {
  return [isExtra && 'extra', isNumber && 'number'].filter(Boolean).join(' ') || undefined;
}
