import { Id } from './copy.tsx';
import { JsonDiff } from './json-diff.tsx';
import type { Comparable } from './last-approved.ts';
import { Time } from './time.tsx';

interface ArgumentsProps {
  value: unknown;
  digest: string;
  /** The agent's last approved call of the same tool. */
  last: Comparable | null;
  /** Whether the reader may see arguments. */
  isAllowed: boolean;
}

/** The exact arguments of a tool call, with what differs from the last approved call marked. */
export function Arguments({ value, digest, last, isAllowed }: ArgumentsProps) {
  return (
    <>
      {value === null && (
        <p class="quiet">
          {isAllowed
            ? 'The server deletes arguments 30 days after the request.'
            : 'Only members with the permission tool_calls:approve see the arguments.'}
        </p>
      )}
      {value !== null && last && (
        <p class="quiet">
          Compared with the agent’s last approved call of this tool, requested <Time at={last.createdAt} />.
        </p>
      )}
      {value !== null && (
        <div class="panel">
          <JsonDiff value={value} before={last?.arguments} />
        </div>
      )}
      <p class="quiet small">
        Digest of the arguments <Id value={digest} what="digest" />
      </p>
    </>
  );
}
