import { Status } from '../parts/status.tsx';

interface State {
  status: 'ACTIVE' | 'SUSPENDED';
  member: { status: 'ACTIVE' | 'SUSPENDED' | 'UNCONFIRMED' | 'REMOVED' } | null;
}

/** It works only while it has an owner and its membership is active. */
export function AutomationState({ of: { status, member } }: { of: State }) {
  if (status === 'ACTIVE' && member && member.status !== 'ACTIVE')
    return <Status of="member" is={member.status} />;
  return <Status of="automation" is={status} />;
}
