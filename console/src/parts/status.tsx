import { Icon } from './icon.tsx';
import type { IconName } from './icons.generated.ts';

type Hue = 'good' | 'bad' | 'wait' | 'quiet' | 'sandbox' | 'live';
type Look = readonly [icon: IconName, word: string, hue: Hue];

/** The look of every state, in one place. */
const looks = {
  approvalRequest: {
    PENDING: ['wait', 'Waiting', 'wait'],
    APPROVED: ['check', 'Approved', 'good'],
    EXECUTING: ['activity', 'Executing', 'wait'],
    EXECUTED: ['check', 'Approved and done', 'good'],
    REJECTED: ['failed', 'Rejected', 'bad'],
    CANCELLED: ['ended', 'Canceled', 'quiet'],
    EXPIRED: ['ended', 'Expired', 'quiet'],
    FAILED: ['failed', 'Approved, but failed', 'bad'],
    OUTCOME_UNKNOWN: ['unknown', 'Outcome unknown', 'bad'],
    SUPERSEDED: ['ended', 'Superseded', 'quiet'],
  },
  application: {
    ACTIVE: ['check', 'Active', 'good'],
    SUSPENDED: ['ended', 'Suspended', 'bad'],
    DELETED: ['ended', 'Deleted', 'quiet'],
  },
  apiKey: {
    ACTIVE: ['check', 'Active', 'good'],
    BLOCKED: ['ended', 'Blocked', 'bad'],
    EXPIRED: ['ended', 'Expired', 'quiet'],
    REVOKED: ['failed', 'Revoked', 'quiet'],
  },
  productionAccess: {
    SUBMITTED: ['wait', 'Waiting for approval', 'wait'],
    CHANGES_REQUESTED: ['comment', 'Changes requested', 'wait'],
    APPROVED: ['check', 'Approved', 'good'],
    REVIEW_OVERDUE: ['alert', 'Review overdue', 'wait'],
    REJECTED: ['failed', 'Rejected', 'bad'],
    SUSPENDED: ['ended', 'Suspended', 'bad'],
    REVOKED: ['failed', 'Revoked', 'bad'],
    EXPIRED: ['ended', 'Expired', 'quiet'],
    WITHDRAWN: ['ended', 'Withdrawn', 'quiet'],
  },
  revision: {
    SUBMITTED: ['wait', 'Waiting for approval', 'wait'],
    CHANGES_REQUESTED: ['comment', 'Changes requested', 'wait'],
    APPROVED: ['check', 'Approved', 'good'],
    REJECTED: ['failed', 'Rejected', 'bad'],
    EXPIRED: ['ended', 'Expired', 'quiet'],
    SUPERSEDED: ['ended', 'Superseded', 'quiet'],
    WITHDRAWN: ['ended', 'Withdrawn', 'quiet'],
  },
  environment: {
    SANDBOX: ['sandbox', 'Sandbox', 'sandbox'],
    LIVE: ['live', 'Live', 'live'],
  },
} as const satisfies Record<string, Record<string, Look>>;

type Looks = typeof looks;

/** A state as icon, word and hue. */
export function Status<Kind extends keyof Looks>({ of, is }: { of: Kind; is: keyof Looks[Kind] & string }) {
  const [icon, word, hue] = lookOf(of, is);
  return (
    <span class={`status ${hue}`}>
      <Icon name={icon} />
      {word}
    </span>
  );
}

function lookOf(of: keyof Looks, is: string): Look {
  return (looks[of] as Record<string, Look>)[is] ?? ['unknown', is, 'quiet'];
}
