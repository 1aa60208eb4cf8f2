import { useFilter } from '../app/filter.ts';
import { forward } from '../app/forward.ts';
import { List } from '../app/list.tsx';
import { usePublishedVersions } from '../app/products.ts';
import { Empty } from '../parts/empty.tsx';
import { FilterChoice, Filters } from '../parts/filter.tsx';
import { Snippet } from '../parts/snippet.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { Comparison } from './comparison.tsx';
import { ChangelogDocument, type ChangelogQuery } from './documents.generated.ts';

/** What changed between two versions of a product, and all published versions. */
export function Changes() {
  const all = usePublishedVersions();
  const names = all.rows?.map(({ name }) => name) ?? [];
  const [from, setFrom] = useFilter('from');
  const [to, setTo] = useFilter('to');
  const later = to === '' ? names : names.filter((name) => slugOf(name) === slugOf(to));
  const options = later.map((name) => [name, name] as const);
  return (
    <>
      {names.length > 1 && (
        <section>
          <h2>Compare two versions</h2>
          <Filters>
            <FilterChoice
              label="To"
              all="Choose the later version"
              value={to}
              options={names.map((name) => [name, name])}
              onChange={setTo}
            />
            <FilterChoice
              label="From"
              all="Choose the earlier version"
              value={from}
              options={options.filter(([name]) => name !== to)}
              onChange={setFrom}
            />
          </Filters>
        </section>
      )}
      {from !== '' && to !== '' && <Comparison key={`${from} ${to}`} from={from} to={to} />}
      <section>
        <h2>Published versions</h2>
        <Changelog />
      </section>
    </>
  );
}

function slugOf(name: string): string {
  return name.replace(/@.*$/, '');
}

function Changelog() {
  return (
    <List
      caption="Published versions of API products, newest first"
      document={ChangelogDocument}
      variables={{}}
      connection={({ referenceChangelog }) => forward(identified(referenceChangelog))}
      columns={[
        { name: 'Version', cell: ({ name }) => <code>{name}</code> },
        { name: 'State', cell: ({ version }) => <Status of="apiProductVersion" is={version.status} /> },
        {
          name: 'Published',
          cell: ({ version: { publishedAt } }) => publishedAt && <Time at={publishedAt} />,
        },
      ]}
      empty={
        <Empty icon="products" title="No version is published yet">
          <p>An API product describes an API of the workspace, in versions. Its changes are listed here.</p>
          <Snippet
            text={`curl -X POST ${location.origin}/api/console/products -H 'Authorization: Bearer <accessToken>' -H 'Content-Type: application/json' -d '{"slug":"shop","name":"Shop"}'`}
          />
        </Empty>
      }
    />
  );
}

// An entry of the changelog is named by its version.
function identified(found: ChangelogQuery['referenceChangelog']) {
  return (
    found && { ...found, edges: found.edges.map(({ node }) => ({ node: { ...node, id: node.version.id } })) }
  );
}
