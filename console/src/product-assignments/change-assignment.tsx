import { send } from '../app/write.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Form } from '../parts/form.tsx';
import { nameOfAssigned, type AssignmentDialog } from './assignment-data.ts';
import { BoundsFields, boundsOf } from './bounds-fields.tsx';
import { UpdateAssignmentDocument } from './documents.generated.ts';
import { useServed } from './served.ts';

/** Changes the operations or the quota of an assignment. */
export function ChangeAssignment({ of, onClose }: AssignmentDialog) {
  const { id, applicationId, rowVersion, product, major, environment } = of;
  const version = useServed(product?.id)?.find((it) => it.major === major);
  const change = async (form: FormData) => {
    const input = { id, applicationId, ifRowVersion: rowVersion, ...boundsOf(form) };
    await send(UpdateAssignmentDocument, { input });
    onClose();
  };
  return (
    <Dialog title={`Change ${nameOfAssigned(of)}`} onClose={onClose}>
      <Form act="Save" onSend={change} onCancel={onClose}>
        {(refusal) => (
          <>
            {environment === 'LIVE' && (
              <p>
                A live assignment can only be narrowed. For more, request production access to the product
                again.
              </p>
            )}
            <BoundsFields versionId={version?.id} of={of} refusal={refusal} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
