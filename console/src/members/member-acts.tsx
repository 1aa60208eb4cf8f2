import { Act } from '../app/act.tsx';
import { me } from '../app/me.ts';
import type { MemberData } from './member-data.ts';

export type Open = 'role' | 'suspend' | 'reactivate' | 'remove' | null;

/** What can be done with a member. Only an owner manages an owner. */
export function MemberActs({ of: { id, role, status }, open }: { of: MemberData; open: (it: Open) => void }) {
  if (status === 'REMOVED') return null;
  const mine = me.value?.member;
  const rank = role === 'OWNER' && mine?.role !== 'OWNER' ? 'Only an owner can change an owner.' : null;
  const isWaiting = status === 'UNCONFIRMED';
  return (
    <>
      <Act needs="members:write" obstacle={rank} onClick={() => open('role')}>
        Change the role
      </Act>
      {status === 'SUSPENDED' ? (
        <Act needs="members:write" obstacle={rank} onClick={() => open('reactivate')}>
          Reactivate
        </Act>
      ) : (
        <Act
          needs="members:write"
          obstacle={rank ?? (isWaiting ? 'The membership is not active: the person must confirm it.' : null)}
          look="danger"
          onClick={() => open('suspend')}
        >
          Suspend
        </Act>
      )}
      <Act needs="members:remove" obstacle={rank} look="danger" onClick={() => open('remove')}>
        {id === mine?.id ? 'Leave the workspace' : 'Remove'}
      </Act>
    </>
  );
}
