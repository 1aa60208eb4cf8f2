import { useEffect } from 'preact/hooks';
import { useApplications } from '../app/applications.ts';
import { OperationChoice } from '../app/operation-choice.tsx';
import { Screen, useAddress } from '../app/screen.tsx';
import { Empty, Skeleton } from '../parts/empty.tsx';
import { Choice } from '../parts/field.tsx';
import { Refused } from '../parts/refused.tsx';
import { useChoice } from './choice.ts';
import { Chosen } from './chosen.tsx';
import './explorer.css';

/** Calls an operation in the sandbox, as a key of an application that stays on the server. */
export default function Explorer() {
  const [choice, choose] = useChoice();
  const { rows, refusal, again } = useApplications();
  const address = useAddress();
  const active = rows?.filter(({ status }) => status === 'ACTIVE');
  const [first] = active ?? [];
  const { applicationId, product, operation } = choice;
  useEffect(() => {
    if (applicationId === '' && first) choose({ applicationId: first.id });
  });
  if (!active)
    return (
      <Screen name="Explorer">{refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />}</Screen>
    );
  if (!first)
    return (
      <Screen name="Explorer">
        <Empty icon="explorer" title="No active application yet">
          <p>
            The explorer calls API products as a sandbox key of an application.{' '}
            <a href={address('applications')}>Create an application</a>, and then a sandbox key for it.
          </p>
        </Empty>
      </Screen>
    );
  const isKnown = active.some(({ id }) => id === applicationId);
  return (
    <Screen name="Explorer">
      <div class="explorer-choice">
        <Choice
          label="Application"
          name="application"
          value={applicationId}
          options={active.map(({ id, name }) => [id, name])}
          onChange={(to) => choose({ applicationId: to })}
        />
        {applicationId !== '' && <OperationChoice of={{ product, operation }} onChange={choose} hasBuiltIn />}
      </div>
      {applicationId !== '' && !isKnown && (
        <p class="error">
          The application in the address is not active, or not of this workspace. Choose another.
        </p>
      )}
      {isKnown && operation !== '' && <Chosen key={`${applicationId} ${product} ${operation}`} of={choice} />}
    </Screen>
  );
}
