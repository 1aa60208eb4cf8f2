import { send } from '../app/write.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Form } from '../parts/form.tsx';
import { PublishVersionDocument } from './documents.generated.ts';
import { inputOf, numberOf, type VersionDialog } from './product-data.ts';
import { Pointers } from './pointers.tsx';

/** Publishes a draft. The server refuses one that breaks callers, and the dialog says where. */
export function Publish({ of, onClose }: VersionDialog) {
  const publish = async () => {
    await send(PublishVersionDocument, { input: inputOf(of) });
    onClose();
  };
  return (
    <Dialog title={`Publish version ${numberOf(of)}`} onClose={onClose}>
      <Form act="Publish the version" onSend={publish} onCancel={onClose}>
        {(refusal) => (
          <>
            <p>
              The sandbox serves it from then on, in place of the published version of v{of.major}. A
              published version never changes.
            </p>
            <Pointers of={refusal} caption={`What breaks the callers of v${of.major}`} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
