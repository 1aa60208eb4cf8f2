import { send } from '../app/write.ts';
import { Confirm } from '../parts/confirm.tsx';
import { nameOfAssigned, type AssignmentDialog } from './assignment-data.ts';
import { UnassignProductDocument } from './documents.generated.ts';

export function Unassign({ of, onClose }: AssignmentDialog) {
  const { id, applicationId, rowVersion, environment } = of;
  const name = nameOfAssigned(of);
  const isLive = environment === 'LIVE';
  const remove = async () => {
    const input = { id, applicationId, ifRowVersion: rowVersion };
    await send(UnassignProductDocument, { input });
  };
  return (
    <Confirm
      title={`Remove ${name}`}
      act="Remove the assignment"
      name={isLive ? name : undefined}
      onClose={onClose}
      onConfirm={remove}
    >
      <p>
        {isLive
          ? 'Live keys of the application can no longer call it, from now on. Only another approval of production access assigns it again.'
          : 'Sandbox keys of the application can no longer call it, from now on.'}
      </p>
    </Confirm>
  );
}
