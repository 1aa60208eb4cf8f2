import { send } from '../app/write.ts';
import { Confirm } from '../parts/confirm.tsx';
import type { ConnectionData } from './connection-data.ts';
import { DisconnectConnectionDocument } from './documents.generated.ts';

const mostNames = 10;

/** Ends a connection. It names what stops with it. */
export function Disconnect({
  of: { id, name, dependents },
  onClose,
}: {
  of: ConnectionData;
  onClose: () => void;
}) {
  const names = dependents.slice(0, mostNames).map((it) => it.name);
  const more = dependents.length - names.length;
  return (
    <Confirm
      title={`Disconnect ${name}`}
      act="Disconnect"
      name={name}
      onClose={onClose}
      onConfirm={async () => void (await send(DisconnectConnectionDocument, { input: { id } }))}
    >
      <p>
        Calls through it fail from now on. The server revokes its tokens at the provider and destroys them. It
        also destroys the credential reference, unless another connection uses it or your role may not destroy
        secrets.
      </p>
      {names.length > 0 && (
        <p>
          This stops working with it: {names.join(', ')}
          {more > 0 && ` and ${more} more`}.
        </p>
      )}
    </Confirm>
  );
}
