import { Act } from '../app/act.tsx';
import { me } from '../app/me.ts';
import type { AutomationData } from './automation-data.ts';

export type Open = 'change' | 'offer' | 'adopt' | 'remove' | null;

/** What can be done with an automation. */
export function AutomationActs({
  of: { offeredTo },
  open,
}: {
  of: AutomationData;
  open: (it: Open) => void;
}) {
  const isMine = offeredTo !== null && offeredTo.id === me.value?.member?.id;
  return (
    <>
      {isMine && (
        <Act needs="members:write" look="primary" onClick={() => open('adopt')}>
          Become its owner
        </Act>
      )}
      <Act needs="members:write" onClick={() => open('change')}>
        Change
      </Act>
      <Act needs="members:write" onClick={() => open('offer')}>
        Offer to a member
      </Act>
      <Act needs="members:remove" look="danger" onClick={() => open('remove')}>
        Remove
      </Act>
    </>
  );
}
