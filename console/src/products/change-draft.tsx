import { send } from '../app/write.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Form } from '../parts/form.tsx';
import { BehaviorFields, behaviorOf } from './behavior-fields.tsx';
import { DocumentField, documentOf } from './document-field.tsx';
import { UpdateVersionDocument } from './documents.generated.ts';
import { Pointers } from './pointers.tsx';
import { inputOf, numberOf, type VersionDialog } from './product-data.ts';
import { versionFields } from './words.ts';

/** Changes a draft: its document, its request checks or its upstream. */
export function ChangeDraft({ of, onClose }: VersionDialog) {
  const change = async (data: FormData) => {
    const document = documentOf(data);
    const input = { ...inputOf(of), ...(document && { document }), ...behaviorOf(data) };
    await send(UpdateVersionDocument, { input });
    onClose();
  };
  return (
    <Dialog title={`Change version ${numberOf(of)}`} onClose={onClose}>
      <Form act="Save" onSend={change} onCancel={onClose}>
        {(refusal) => (
          <>
            <DocumentField
              request={{ method: 'PATCH', path: `products/${of.productId}/versions/${of.id}` }}
              isOptional
              refusal={refusal}
            />
            <BehaviorFields of={of} refusal={refusal} />
            <Pointers of={refusal} caption="What the server found" without={versionFields} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
