import { Button } from './button.tsx';
import { Copy } from './copy.tsx';
import { Icon } from './icon.tsx';
import type { Refusal } from './refusal.ts';
import { Sentence } from './sentence.tsx';

// The server's sentence names a header for programs.
const notHere =
  'Nothing has this id in this workspace. It may be in another one, or deleted, or your role may not read it.';

/** Why the server refused, with what helps. What was on screen stays above it. */
export function Refused({ refusal, again }: { refusal: Refusal; again?: () => void }) {
  const { message, code, requestId } = refusal;
  return (
    <div class="notice bad" role="alert">
      <Icon name="alert" />
      <div>
        <p>
          <Sentence text={code === 'not_found' ? notHere : message} />
        </p>
        <p class="quiet">
          Code <code>{code}</code>
        </p>
        {requestId && (
          <p class="quiet">
            Request <code>{requestId}</code> <Copy text={requestId} what="request id" />
          </p>
        )}
      </div>
      {again && <Button onClick={again}>Try again</Button>}
    </div>
  );
}
