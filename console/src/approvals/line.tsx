import { useEffect } from 'preact/hooks';
import { mayFollow } from '../app/me.ts';
import { useNotifications } from './notify.tsx';
import { requests } from './requests.ts';

/** Follows the approval requests, and tells of new ones, of the workspace on screen, whichever screen is open. */
export function ApprovalLine() {
  const { value } = requests;
  const isAllowed = mayFollow('approvals:read');
  useEffect(() => (isAllowed ? value.follow() : undefined), [value, isAllowed]);
  useNotifications();
  return null;
}
