import { useRoute } from 'preact-iso/router';
import { Export } from '../app/export.tsx';
import { useFilter } from '../app/filter.ts';
import { List } from '../app/list.tsx';
import { ResourceLink } from '../app/resource.tsx';
import { Screen, useAddress } from '../app/screen.tsx';
import { actorNameOf } from '../parts/actor.ts';
import { Button } from '../parts/button.tsx';
import { Dotted } from '../parts/dotted.tsx';
import { Empty } from '../parts/empty.tsx';
import { Filters, FilterText } from '../parts/filter.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { AuditCountDocument, AuditEntriesDocument, type AuditEntriesQuery } from './documents.generated.ts';
import { Entry } from './entry.tsx';
import { Verification } from './verification.tsx';
import './audit.css';

/** The audit log of the workspace, or the entry in the address. */
export default function Audit() {
  const { id } = useRoute().params;
  return id ? <Entry key={id} cursor={id} /> : <All />;
}

function All() {
  const [action, setAction] = useFilter('action');
  const address = useAddress();
  const filter = action ? { action } : {};
  return (
    <Screen
      name="Audit log"
      acts={
        <Export
          needs="audit:read"
          path="/api/console/audit"
          query={filter}
          document={AuditCountDocument}
          variables={filter}
          countOf={({ auditEntries }) => auditEntries?.totalCount}
        />
      }
    >
      <Verification />
      <Filters>
        <FilterText label="Action" value={action} placeholder="api_key.rotated" onChange={setAction} />
      </Filters>
      <List
        key={action}
        caption="Audit entries, newest first"
        document={AuditEntriesDocument}
        variables={filter}
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
          <Empty icon="audit" title={action ? 'No entry of this action' : 'No entry yet'}>
            <p>
              Each action in the workspace leaves an entry, and so does each refusal for a missing permission.
              Entries never change, and each includes the hash of the one before.
            </p>
            {action && <Button onClick={() => setAction('')}>Show all actions</Button>}
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
