import { useRead } from '../app/read.ts';
import { Icon } from '../parts/icon.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Refused } from '../parts/refused.tsx';
import { Status } from '../parts/status.tsx';
import { visible } from '../parts/visible.ts';
import { ReferenceChangesDocument, type ReferenceChangesQuery } from './documents.generated.ts';

type Change = NonNullable<ReferenceChangesQuery['referenceChanges']>['changes'][number];

/** The changes between two versions, breaking ones first, and how often own keys called what changes. */
export function Comparison({ from, to }: { from: string; to: string }) {
  const { data, refusal, again } = useRead(ReferenceChangesDocument, { from, to });
  const changes = data?.referenceChanges?.changes;
  if (!changes) return refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />;
  const breaking = changes.filter(({ kind }) => kind === 'BREAKING');
  const felt = new Map(breaking.map(({ operationId, calls }) => [operationId, calls ?? 0]));
  const calls = [...felt.values()].reduce((sum, it) => sum + it, 0);
  if (changes.length === 0)
    return (
      <p class="quiet">
        {to} behaves as {from}.
      </p>
    );
  return (
    <>
      {breaking.length > 0 && (
        <div class="notice wait">
          <Icon name="alert" />
          <p>
            {breaking.length === 1 ? 'One change breaks' : `${breaking.length} changes break`} callers. Keys
            of the workspace called these operations {calls.toLocaleString('en')} times in the last 30 days.
          </p>
        </div>
      )}
      <div class="scroll">
        <table class="list">
          <caption class="unseen">
            Changes from {from} to {to}
          </caption>
          <thead>
            <tr>
              <th scope="col">Kind</th>
              <th scope="col">Change</th>
              <th scope="col" class="number">
                Calls in 30 days
              </th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <Row key={`${change.pointer} ${change.code} ${change.message}`} of={change} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Row({ of: { kind, pointer, message, operationId, calls } }: { of: Change }) {
  return (
    <tr>
      <td>
        <Status of="apiProductChange" is={kind as 'BREAKING'} />
      </td>
      <td>
        {visible(message)}
        <p class="quiet small">
          {operationId !== null && <b>{visible(operationId)} </b>}
          <code>{visible(pointer)}</code>
        </p>
      </td>
      <td class="number">{calls}</td>
    </tr>
  );
}
