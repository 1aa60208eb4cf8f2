import { Act } from '../app/act.tsx';
import { once } from '../app/once.ts';
import { lastWorkspace, returnsTo } from '../app/preferences.ts';
import { send } from '../app/write.ts';
import { Refusal } from '../parts/refusal.ts';
import type { ConnectionData } from './connection-data.ts';
import {
  AuthorizeConnectionDocument,
  DisableConnectionDocument,
  EnableConnectionDocument,
  TestConnectionDocument,
} from './documents.generated.ts';
import { isOver } from './words.ts';

export type Open = 'change' | 'disconnect' | null;

interface ActsProps {
  of: ConnectionData;
  open: (it: Open) => void;
  onRefused: (refusal: Refusal | null) => void;
  /** Takes the error code of a test; null if it succeeded. */
  onTested: (code: string | null) => void;
}

/** What can be done with a connection. */
export function Acts({ of: connection, open, onRefused, onTested }: ActsProps) {
  const { id, status, method, authorizedAt, testCapability } = connection;
  if (isOver(status)) return null;
  const attempt = (work: () => Promise<unknown>) => () => {
    onRefused(null);
    void work().catch((error) => onRefused(error instanceof Refusal ? error : new Refusal({})));
  };
  const input = { id };
  const isDisabled = status === 'DISABLED';
  return (
    <>
      {method === 'OAUTH2_AUTHORIZATION_CODE' && (
        <Act
          needs="connections:authorize"
          look={authorizedAt && status === 'ACTIVE' ? 'plain' : 'primary'}
          obstacle={isDisabled ? 'It is disabled. Enable it first.' : null}
          onClick={attempt(() => authorize(id))}
        >
          {authorizedAt ? 'Authorize again' : 'Authorize'}
        </Act>
      )}
      <Act
        needs="connections:write"
        obstacle={testCapability ? null : 'It has no test. Choose one with Change.'}
        onClick={attempt(async () => {
          const { testConnection } = await send(TestConnectionDocument, { input });
          onTested(testConnection?.connection.health.lastErrorCode ?? null);
        })}
      >
        Test
      </Act>
      <Act needs="connections:write" onClick={() => open('change')}>
        Change
      </Act>
      {isDisabled ? (
        <Act
          needs="connections:write"
          look="primary"
          onClick={attempt(() => send(EnableConnectionDocument, { input }))}
        >
          Enable
        </Act>
      ) : (
        <Act
          needs="connections:disable"
          look="danger"
          onClick={attempt(() => send(DisableConnectionDocument, { input }))}
        >
          Disable
        </Act>
      )}
      <Act needs="connections:delete" look="danger" onClick={() => open('disconnect')}>
        Disconnect
      </Act>
    </>
  );
}

// The provider's page replaces this one, and sends the browser back to `connections/callback`.
async function authorize(id: string): Promise<void> {
  const { authorizeConnection } = await once(AuthorizeConnectionDocument, { input: { id } });
  const url = authorizeConnection?.authorizationUrl;
  if (!url) return;
  returnsTo.value = lastWorkspace.value;
  location.assign(url);
}
