import { useLocation } from 'preact-iso/router';
import { Act } from '../app/act.tsx';
import { useAddress } from '../app/screen.tsx';
import { send } from '../app/write.ts';
import { Refusal } from '../parts/refusal.ts';
import type { ConnectorData } from './connector-data.ts';
import { ImportConnectorDocument } from './documents.generated.ts';

export type Open = 'change' | 'document' | 'delete' | null;

interface ActsProps {
  of: ConnectorData;
  open: (it: Open) => void;
  onRefused: (refusal: Refusal | null) => void;
}

/** What can be done with a connector. */
export function Acts({ of: { id, status, sourceUrl, readyMade }, open, onRefused }: ActsProps) {
  const { route } = useLocation();
  const address = useAddress();
  if (status === 'DELETED') return null;
  // An uploaded description comes from the person again.
  const isUploaded = sourceUrl === null && readyMade === null;
  const again = async () => {
    onRefused(null);
    try {
      await send(ImportConnectorDocument, { input: { id } });
    } catch (error) {
      onRefused(error instanceof Refusal ? error : new Refusal({}));
    }
  };
  return (
    <>
      <Act
        needs="connections:write"
        look="primary"
        obstacle={status === 'READY' ? null : 'It has no complete import yet.'}
        onClick={() => route(address(`connections?create=yes&connector=${id}`))}
      >
        Connect
      </Act>
      <Act
        needs="connections:write"
        obstacle={status === 'IMPORTING' ? 'An import is in progress.' : null}
        onClick={() => (isUploaded ? open('document') : void again())}
      >
        Import again
      </Act>
      <Act needs="connections:write" onClick={() => open('change')}>
        Change
      </Act>
      <Act needs="connections:delete" look="danger" onClick={() => open('delete')}>
        Delete
      </Act>
    </>
  );
}
