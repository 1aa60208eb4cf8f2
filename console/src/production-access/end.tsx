import { send } from '../app/write.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Area } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { RevokeAccessDocument, SuspendAccessDocument } from './documents.generated.ts';

const words = {
  suspend: {
    title: 'Suspend production access',
    text: 'Live keys stop working immediately, until another request is approved.',
  },
  revoke: {
    title: 'Revoke production access',
    text: 'Live keys stop working immediately. Production access can be requested again.',
  },
} as const;

interface EndProps {
  applicationId: string;
  how: keyof typeof words;
  onClose: () => void;
}

/** Takes production access back, with a reason that the members of the application read. */
export function End({ applicationId, how, onClose }: EndProps) {
  const { title, text } = words[how];
  const end = async (data: FormData) => {
    const input = { applicationId, reason: textOf(data, 'reason') ?? '' };
    await (how === 'suspend'
      ? send(SuspendAccessDocument, { input })
      : send(RevokeAccessDocument, { input }));
    onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <Form act={title} look="danger" onSend={end} onCancel={onClose}>
        {(refusal) => (
          <>
            <p>{text}</p>
            <Area label="Reason" name="reason" refusal={refusal} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
