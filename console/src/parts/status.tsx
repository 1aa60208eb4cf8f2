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
  connection: {
    DRAFT: ['wait', 'Not authorized yet', 'wait'],
    PENDING_AUTHORIZATION: ['wait', 'Waiting for authorization', 'wait'],
    ACTIVE: ['check', 'Active', 'good'],
    DEGRADED: ['alert', 'Degraded', 'wait'],
    ACTION_REQUIRED: ['failed', 'Needs a fix', 'bad'],
    PENDING_REAUTHORIZATION: ['wait', 'Waiting for a new authorization', 'wait'],
    FAILED: ['failed', 'Authorization failed', 'bad'],
    EXPIRED: ['ended', 'Authorization expired', 'bad'],
    DISABLED: ['ended', 'Disabled', 'quiet'],
    DISCONNECTING: ['activity', 'Disconnecting', 'wait'],
    DISCONNECTED: ['ended', 'Disconnected', 'quiet'],
  },
  connector: {
    IMPORTING: ['activity', 'Importing', 'wait'],
    READY: ['check', 'Ready', 'good'],
    FAILED: ['failed', 'Import failed', 'bad'],
    DELETED: ['ended', 'Deleted', 'quiet'],
  },
  connectorImport: {
    WAITING: ['wait', 'Waiting', 'wait'],
    RUNNING: ['activity', 'Running', 'wait'],
    SUCCEEDED: ['check', 'Succeeded', 'good'],
    FAILED: ['failed', 'Failed', 'bad'],
  },
  capability: {
    UNCHANGED: ['check', 'Unchanged', 'quiet'],
    CHANGED: ['alert', 'Changed', 'wait'],
    REMOVED: ['ended', 'Removed', 'bad'],
  },
  capabilityMode: {
    read: ['read', 'Read', 'quiet'],
    write: ['write', 'Write', 'live'],
  },
  credential: {
    ACTIVE: ['check', 'Active', 'good'],
    DESTROYED: ['ended', 'Destroyed', 'quiet'],
  },
  vault: {
    ACTIVE: ['check', 'Active', 'good'],
    DELETED: ['ended', 'Deleted', 'quiet'],
  },
  project: {
    ACTIVE: ['check', 'Active', 'good'],
    DELETED: ['ended', 'Deleted', 'quiet'],
  },
  member: {
    ACTIVE: ['check', 'Active', 'good'],
    UNCONFIRMED: ['wait', 'Unconfirmed', 'wait'],
    SUSPENDED: ['ended', 'Suspended', 'bad'],
    REMOVED: ['ended', 'Removed', 'quiet'],
  },
  invitation: {
    PENDING: ['wait', 'Waiting', 'wait'],
    ACCEPTED: ['check', 'Accepted', 'good'],
    DECLINED: ['failed', 'Declined', 'quiet'],
    EXPIRED: ['ended', 'Expired', 'quiet'],
    REVOKED: ['failed', 'Revoked', 'quiet'],
  },
  automation: {
    ACTIVE: ['check', 'Active', 'good'],
    SUSPENDED: ['ended', 'Suspended: it has no owner', 'bad'],
  },
  automationCredential: {
    ACTIVE: ['check', 'Active', 'good'],
    STOPPED: ['alert', 'Stopped: rotate it', 'bad'],
    EXPIRED: ['ended', 'Expired', 'quiet'],
    REVOKED: ['failed', 'Revoked', 'quiet'],
  },
  workspace: {
    ACTIVE: ['check', 'Active', 'good'],
    SUSPENDED: ['ended', 'Suspended', 'bad'],
    DELETING: ['wait', 'Being deleted', 'bad'],
    DELETED: ['ended', 'Deleted', 'quiet'],
  },
  emailAddress: {
    VERIFIED: ['check', 'Verified', 'good'],
    UNVERIFIED: ['alert', 'Not verified', 'wait'],
  },
  mcpServer: {
    ACTIVE: ['check', 'Active', 'good'],
    RETIRED: ['ended', 'Retired', 'quiet'],
  },
  mcpServerVersion: {
    DRAFT: ['draft', 'Draft', 'quiet'],
    IN_REVIEW: ['wait', 'In review', 'wait'],
    CHANGES_REQUESTED: ['comment', 'Changes requested', 'wait'],
    APPROVED: ['check', 'Approved, not published', 'wait'],
    PUBLISHED: ['check', 'Published', 'good'],
    DEPRECATED: ['wait', 'Deprecated', 'wait'],
    QUARANTINED: ['ended', 'Quarantined', 'bad'],
    RETIRED: ['ended', 'Retired', 'quiet'],
  },
  mcpCredential: {
    ACTIVE: ['check', 'Active', 'good'],
    STOPPED: ['alert', 'Stopped', 'bad'],
    EXPIRED: ['ended', 'Expired', 'quiet'],
    REVOKED: ['failed', 'Revoked', 'quiet'],
  },
  mcpClient: {
    ACTIVE: ['check', 'Active', 'good'],
    DELETED: ['ended', 'Deleted', 'quiet'],
  },
  mcpGrant: {
    ACTIVE: ['check', 'Active', 'good'],
    CHANGED: ['alert', 'Tool changed', 'bad'],
    DISCONNECTED: ['ended', 'Disconnected', 'bad'],
    NOT_SERVED: ['ended', 'Not served', 'bad'],
    EXPIRED: ['ended', 'Expired', 'quiet'],
    REVOKED: ['failed', 'Revoked', 'quiet'],
  },
  mode: {
    read: ['reads', 'Reads', 'quiet'],
    write: ['writes', 'Changes data', 'wait'],
  },
  toolChange: {
    ADDED: ['added', 'Added', 'good'],
    CHANGED: ['writes', 'Changed', 'wait'],
    REMOVED: ['removed', 'Removed', 'bad'],
    SAME: ['check', 'Unchanged', 'quiet'],
  },
  webhookEndpoint: {
    ACTIVE: ['check', 'Active', 'good'],
    PAUSED: ['pause', 'Paused', 'wait'],
    DISABLED: ['failed', 'Disabled', 'bad'],
    DELETED: ['ended', 'Deleted', 'quiet'],
  },
  webhookDelivery: {
    PENDING: ['wait', 'Waiting', 'wait'],
    SENDING: ['activity', 'Being sent', 'wait'],
    RETRYING: ['retry', 'Retrying', 'wait'],
    SUCCEEDED: ['check', 'Delivered', 'good'],
    FAILED: ['failed', 'Failed', 'bad'],
    DISCARDED: ['ended', 'Discarded', 'quiet'],
  },
  webhookAttempt: {
    SUCCEEDED: ['check', 'Succeeded', 'good'],
    REFUSED: ['failed', 'Refused', 'bad'],
    TIMED_OUT: ['wait', 'Timed out', 'bad'],
    UNREACHABLE: ['failed', 'Unreachable', 'bad'],
    NOT_ALLOWED: ['shield', 'Address not allowed', 'bad'],
    UNREADABLE: ['unknown', 'Unreadable answer', 'bad'],
    INTERRUPTED: ['pause', 'Interrupted', 'wait'],
  },
  auditOutcome: {
    SUCCESS: ['check', 'Done', 'good'],
    DENIED: ['shield', 'Denied', 'wait'],
    FAILED: ['failed', 'Failed', 'bad'],
  },
  conformance: {
    CONFORMS: ['check', 'conforms', 'good'],
    DIFFERS: ['failed', 'does not conform', 'bad'],
    NOT_COMPARED: ['unknown', 'not compared', 'quiet'],
  },
  testReceipt: {
    ACTIVE: ['check', 'Valid', 'good'],
    EXPIRED: ['ended', 'Expired', 'quiet'],
    REVOKED: ['failed', 'Revoked', 'bad'],
  },
  servedVersion: {
    CURRENT: ['check', 'Still served', 'good'],
    PAST: ['ended', 'Not served anymore', 'quiet'],
  },
  callable: {
    YES: ['check', 'Callable', 'good'],
    NO: ['shield', 'Not callable', 'wait'],
  },
  apiProduct: {
    ACTIVE: ['check', 'Active', 'good'],
    RETIRED: ['ended', 'Retired', 'quiet'],
  },
  apiProductVersion: {
    DRAFT: ['draft', 'Draft', 'quiet'],
    PUBLISHED: ['check', 'Published', 'good'],
    SUPERSEDED: ['ended', 'Superseded', 'quiet'],
    DEPRECATED: ['wait', 'Deprecated', 'wait'],
    RETIRED: ['ended', 'Retired', 'quiet'],
    DISCARDED: ['ended', 'Discarded', 'quiet'],
  },
  apiProductChange: {
    BREAKING: ['alert', 'Breaking', 'bad'],
    ADDITIVE: ['added', 'Additive', 'good'],
    WORDS: ['comment', 'Words only', 'quiet'],
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
