import { Act } from '../app/act.tsx';
import { send } from '../app/write.ts';
import { Confirm } from '../parts/confirm.tsx';
import { ChangeEndpoint } from './change-endpoint.tsx';
import { DeleteWebhookEndpointDocument } from './documents.generated.ts';
import type { EndpointData, Open } from './endpoint-data.ts';
import { Enable, Pause, Resume } from './moves.tsx';
import { ReplaySeveral } from './replay-several.tsx';
import { RotateSecret } from './rotate-secret.tsx';
import { SendSample } from './send-sample.tsx';
import type { NewSecret } from './secret.tsx';

/** What can be done with an endpoint. */
export function Acts({ of: { status }, open }: { of: EndpointData; open: (it: Open) => void }) {
  if (status === 'DELETED') return null;
  const stopped = {
    ACTIVE: null,
    PAUSED: 'The endpoint is paused. Resume it first.',
    DISABLED: 'The endpoint is disabled. Enable it first.',
  }[status];
  return (
    <>
      <Act needs="webhooks:write" obstacle={stopped} look="primary" onClick={() => open('sample')}>
        Send a sample
      </Act>
      <Act needs="webhook_deliveries:replay" obstacle={stopped} onClick={() => open('replay')}>
        Replay
      </Act>
      <Act needs="webhooks:write" onClick={() => open('change')}>
        Change
      </Act>
      {status === 'ACTIVE' && (
        <Act needs="webhooks:write" onClick={() => open('pause')}>
          Pause
        </Act>
      )}
      {status === 'PAUSED' && (
        <Act needs="webhooks:write" onClick={() => open('resume')}>
          Resume
        </Act>
      )}
      {status === 'DISABLED' && (
        <Act needs="webhooks:write" onClick={() => open('enable')}>
          Enable
        </Act>
      )}
      <Act needs="webhook_secrets:rotate" onClick={() => open('rotate')}>
        Rotate the secret
      </Act>
      <Act needs="webhooks:write" look="danger" onClick={() => open('delete')}>
        Delete
      </Act>
    </>
  );
}

interface DialogsProps {
  of: EndpointData;
  open: Open;
  onMade: (made: NewSecret) => void;
  onClose: () => void;
}

/** The dialog of the act that the person chose. */
export function Dialogs({ of, open, onMade, onClose }: DialogsProps) {
  if (open === 'sample') return <SendSample of={of} onClose={onClose} />;
  if (open === 'replay') return <ReplaySeveral of={of} onClose={onClose} />;
  if (open === 'change') return <ChangeEndpoint of={of} onClose={onClose} />;
  if (open === 'pause') return <Pause of={of} onClose={onClose} />;
  if (open === 'resume') return <Resume of={of} onClose={onClose} />;
  if (open === 'enable') return <Enable of={of} onClose={onClose} />;
  if (open === 'rotate') return <RotateSecret of={of} onMade={onMade} onClose={onClose} />;
  if (open === 'delete') return <Delete of={of} onClose={onClose} />;
  return null;
}

function Delete({ of: { id, host, environment }, onClose }: { of: EndpointData; onClose: () => void }) {
  return (
    <Confirm
      title={`Delete ${host}`}
      act="Delete the endpoint"
      name={environment === 'LIVE' ? host : undefined}
      onClose={onClose}
      onConfirm={async () => void (await send(DeleteWebhookEndpointDocument, { input: { id } }))}
    >
      <p>
        Its secrets are destroyed, and the deliveries that wait are discarded. Finished deliveries stay
        listed. A deleted endpoint cannot be restored.
      </p>
    </Confirm>
  );
}
