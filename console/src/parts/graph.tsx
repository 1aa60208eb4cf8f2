import { useId } from 'preact/hooks';

export interface GraphNode {
  id: string;
  label: string;
  href: string;
}

export interface GraphColumn {
  name: string;
  nodes: readonly GraphNode[];
}

interface GraphProps {
  title: string;
  columns: readonly GraphColumn[];
  /** Which nodes hang together, by their ids; each edge leads to the next column. */
  edges: readonly (readonly [from: string, to: string])[];
  /** The names of the table's columns, and one row for each path. */
  table: { columns: readonly string[]; rows: readonly (readonly string[])[] };
}

const pitch = 44;

/** Nodes in columns with lines between them, and the same paths as a table below. */
export function Graph({ title, columns, edges, table }: GraphProps) {
  const id = useId();
  const most = Math.max(...columns.map(({ nodes }) => nodes.length));
  return (
    <figure class="graph" aria-labelledby={id}>
      <figcaption id={id}>{title}</figcaption>
      <div class="columns">
        {columns.map(({ name, nodes }, at) => (
          <>
            {at > 0 && (
              <Lines
                key={`lines-${name}`}
                from={columns[at - 1]?.nodes ?? []}
                to={nodes}
                {...{ edges, most }}
              />
            )}
            <section key={name}>
              <h3>{name}</h3>
              <ul>
                {nodes.map((node) => (
                  <li key={node.id}>
                    <a href={node.href}>{node.label}</a>
                  </li>
                ))}
              </ul>
            </section>
          </>
        ))}
      </div>
      <details>
        <summary>The paths as a table</summary>
        <div class="scroll">
          <table class="list">
            <thead>
              <tr>
                {table.columns.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map((cells) => (
                <tr key={cells.join(' ')}>
                  {cells.map((cell, at) => (
                    <td key={table.columns[at]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

interface LinesProps {
  from: readonly GraphNode[];
  to: readonly GraphNode[];
  edges: GraphProps['edges'];
  most: number;
}

function Lines({ from, to, edges, most }: LinesProps) {
  const yOf = (nodes: readonly GraphNode[], id: string) =>
    (nodes.findIndex((node) => node.id === id) + 0.5) * pitch;
  const own = edges.filter(([a, b]) => from.some(({ id }) => id === a) && to.some(({ id }) => id === b));
  return (
    <svg
      viewBox={`0 0 40 ${most * pitch}`}
      height={most * pitch}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {own.map(([a, b]) => {
        const [start, end] = [yOf(from, a), yOf(to, b)];
        return <path key={`${a} ${b}`} d={`M0 ${start} C20 ${start} 20 ${end} 40 ${end}`} />;
      })}
    </svg>
  );
}
