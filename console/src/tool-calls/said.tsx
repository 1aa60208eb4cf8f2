import { may } from '../app/me.ts';
import { useRead } from '../app/read.ts';
import { Arguments } from '../parts/arguments.tsx';
import { lastApproved } from '../parts/last-approved.ts';
import { Quotation } from '../parts/quotation.tsx';
import { ApprovedCallsDocument, type ToolCallQuery } from './documents.generated.ts';

type Data = NonNullable<ToolCallQuery['mcpToolCall']>;

/** What the agent says and sends. */
export function Said({ of: call }: { of: Data }) {
  const { credentialId } = call;
  const isAllowed = may('tool_calls:approve');
  const { data } = useRead(ApprovedCallsDocument, { credentialId }, { isPaused: !isAllowed });
  return (
    <>
      {call.purpose && <Quotation label="What the agent says" text={call.purpose} />}
      <section>
        <h2>Arguments</h2>
        <Arguments
          value={call.arguments}
          digest={call.argumentsDigest}
          last={lastApproved(call, data?.mcpToolCalls)}
          isAllowed={isAllowed}
        />
      </section>
    </>
  );
}
