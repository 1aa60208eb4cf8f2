import { useRoute } from 'preact-iso/router';
import { useApplications } from '../app/applications.ts';
import { useFilter } from '../app/filter.ts';
import { List } from '../app/list.tsx';
import { Screen, useAddress } from '../app/screen.tsx';
import { Empty, Skeleton } from '../parts/empty.tsx';
import { FilterChoice, Filters } from '../parts/filter.tsx';
import { Refused } from '../parts/refused.tsx';
import { Conformance } from '../parts/conformance.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { TestReceiptsDocument } from './documents.generated.ts';
import { NoReceipt } from './no-receipt.tsx';
import { Receipt } from './receipt.tsx';
import { stateOf, versionOf } from './words.ts';

/** The test receipts of an application, or the one in the address. */
export default function TestReceipts() {
  const { id } = useRoute().params;
  return id ? <Receipt key={id} id={id} /> : <All />;
}

function All() {
  const { rows, refusal, again } = useApplications();
  const [chosen, choose] = useFilter('application');
  const address = useAddress();
  const applicationId = chosen || rows?.[0]?.id;
  if (!rows || applicationId === undefined)
    return (
      <Screen name="Test receipts">
        {rows && (
          <Empty icon="receipts" title="No application yet">
            <p>
              A test receipt states what an application tested.{' '}
              <a href={address('applications')}>Create an application</a>
            </p>
          </Empty>
        )}
        {!rows && (refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />)}
      </Screen>
    );
  return (
    <Screen name="Test receipts">
      <Filters>
        <FilterChoice
          label="Application"
          value={applicationId}
          options={rows.map(({ id, name }) => [id, name])}
          onChange={choose}
        />
      </Filters>
      <List
        key={applicationId}
        caption="Test receipts, newest first"
        document={TestReceiptsDocument}
        variables={{ applicationId }}
        connection={({ testReceipts }) => testReceipts}
        columns={[
          {
            name: 'Operation',
            cell: (it) => (
              <a href={address(`test-receipts/${it.id}`)}>
                {it.method} {it.operationId}
              </a>
            ),
          },
          { name: 'Version', isExtra: true, cell: (it) => versionOf(it) },
          {
            name: 'Proof of',
            isExtra: true,
            cell: ({ kind, answerStatus }) =>
              kind === 'CALL' ? `A call, status ${answerStatus ?? 'none'}` : 'A check of samples',
          },
          { name: 'Conformance', cell: ({ conformance }) => <Conformance of={conformance} /> },
          { name: 'State', cell: (it) => <Status of="testReceipt" is={stateOf(it)} /> },
          {
            name: 'Served',
            isExtra: true,
            cell: ({ isCurrent }) => <Status of="servedVersion" is={isCurrent ? 'CURRENT' : 'PAST'} />,
          },
          { name: 'Issued', isExtra: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
        ]}
        empty={<NoReceipt applicationId={applicationId} />}
      />
    </Screen>
  );
}
