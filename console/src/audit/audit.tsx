import { useLocation, useRoute } from 'preact-iso/router';
import { Export } from '../app/export.tsx';
import { List } from '../app/list.tsx';
import { ResourceLink } from '../app/resource.tsx';
import { Screen, useAddress } from '../app/screen.tsx';
import { actorNameOf } from '../parts/actor.ts';
import { Button } from '../parts/button.tsx';
import { Dotted } from '../parts/dotted.tsx';
import { Empty } from '../parts/empty.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { AuditCountDocument, AuditEntriesDocument, type AuditEntriesQuery } from './documents.generated.ts';
import { Entry } from './entry.tsx';
import { AuditFilters, useAuditFilter } from './filters.tsx';
import { Verification } from './verification.tsx';
import './audit.css';

/** The audit log of the workspace, or the entry in the address. */
export default function Audit() {
  const { id } = useRoute().params;
  return id ? <Entry key={id} cursor={id} /> : <All />;
}

function All() {
  const address = useAddress();
  const { route, path } = useLocation();
  const filter = useAuditFilter();
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Screen
      name="Audit log"
      acts={
        <Export
          needs="audit:read"
          path="/api/console/audit"
          query={{ ...filter }}
          document={AuditCountDocument}
          variables={{ ...filter }}
          countOf={({ auditEntries }) => auditEntries?.totalCount}
        />
      }
    >
      <Verification />
      <AuditFilters />
      <List
        key={JSON.stringify(filter)}
        caption="Audit entries, newest first"
        document={AuditEntriesDocument}
        variables={{ ...filter }}
        connection={withCursors}
        columns={[
          {
            name: 'Action',
            cell: (entry) => (
              <a href={address(`audit/${entry.cursor}`)}>
                <Dotted name={entry.action} />
              </a>
            ),
          },
          { name: 'Outcome', cell: ({ outcome }) => <Status of="auditOutcome" is={outcome} /> },
          { name: 'By', isExtra: true, cell: ({ actor }) => actorNameOf(actor) },
          {
            name: 'About',
            isExtra: true,
            cell: ({ targets: [target] }) => target && <ResourceLink of={target} />,
          },
          { name: 'When', cell: ({ at }) => <Time at={at} /> },
          { name: 'Number', isExtra: true, isNumber: true, cell: ({ seq }) => seq },
        ]}
        empty={
          <Empty icon="audit" title={isFiltered ? 'No entry matches the filters' : 'No entry yet'}>
            <p>
              Each action in the workspace leaves an entry, and so does each refusal for a missing permission.
              Entries never change, and each includes the hash of the one before.
            </p>
            {isFiltered && <Button onClick={() => route(path, true)}>Show all entries</Button>}
          </Empty>
        }
      />
    </Screen>
  );
}

// An entry is found by its cursor.
function withCursors({ auditEntries }: AuditEntriesQuery) {
  if (!auditEntries) return null;
  const { edges, pageInfo } = auditEntries;
  return { pageInfo, edges: edges.map(({ cursor, node }) => ({ node: { ...node, cursor } })) };
}
