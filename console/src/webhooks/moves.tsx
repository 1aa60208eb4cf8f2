import type { ComponentChildren } from 'preact';
import { send } from '../app/write.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Checks } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import {
  EnableWebhookEndpointDocument,
  PauseWebhookEndpointDocument,
  ResumeWebhookEndpointDocument,
} from './documents.generated.ts';
import type { EndpointData } from './endpoint-data.ts';

interface MoveProps {
  of: EndpointData;
  onClose: () => void;
}

/** Stops sending for a while. */
export function Pause({ of: { id, host }, onClose }: MoveProps) {
  const pause = async () => void (await send(PauseWebhookEndpointDocument, { input: { id } }));
  return (
    <Move title={`Pause ${host}`} act="Pause the endpoint" onMove={pause} onClose={onClose}>
      <p>Deliveries in progress finish. New ones wait for up to seven days, until the endpoint is resumed.</p>
    </Move>
  );
}

/** Sends what has waited. */
export function Resume({ of: { id, host }, onClose }: MoveProps) {
  const resume = async () => void (await send(ResumeWebhookEndpointDocument, { input: { id } }));
  return (
    <Move title={`Resume ${host}`} act="Resume the endpoint" onMove={resume} onClose={onClose}>
      <p>The server sends the deliveries that wait, and the missed events of the last seven days.</p>
    </Move>
  );
}

/** Makes an endpoint active that its receiver's answers disabled. */
export function Enable({ of: { id, host }, onClose }: MoveProps) {
  const enable = async (data: FormData) => {
    const input = { id, replaysMissed: data.get('replaysMissed') === 'yes' };
    await send(EnableWebhookEndpointDocument, { input });
  };
  return (
    <Move title={`Enable ${host}`} act="Enable the endpoint" onMove={enable} onClose={onClose}>
      <p>
        The receiver is sent new events from now on. Make sure that it answers with a status of 200 to 299.
      </p>
      <Checks
        label="Missed events"
        name="replaysMissed"
        options={[['yes', 'Send the discarded deliveries and missed events of the last seven days']]}
      />
    </Move>
  );
}

function Move({
  title,
  act,
  onMove,
  onClose,
  children,
}: {
  title: string;
  act: string;
  onMove: (data: FormData) => Promise<void>;
  onClose: () => void;
  children: ComponentChildren;
}) {
  const move = async (data: FormData) => {
    await onMove(data);
    onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <Form act={act} onSend={move} onCancel={onClose}>
        {() => children}
      </Form>
    </Dialog>
  );
}
