import { send } from '../app/write.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Area, Field } from '../parts/field.tsx';
import { Form, textOf, textsOf } from '../parts/form.tsx';
import { ProductChoice, ReceiptChoice } from './choices.tsx';
import {
  RequestAccessDocument,
  ResubmitAccessDocument,
  type AccessPartsFragment,
} from './documents.generated.ts';

interface RequestFormProps {
  applicationId: string;
  access: AccessPartsFragment | null;
  onClose: () => void;
}

/** Requests production access, or submits the next revision after changes were requested. */
export function RequestForm({ applicationId, access, onClose }: RequestFormProps) {
  const request = async (form: FormData) => {
    const input = {
      applicationId,
      useCase: textOf(form, 'useCase') ?? '',
      dataCategories: textsOf(form, 'dataCategories'),
      expectedVolume: textOf(form, 'expectedVolume') ?? '',
      securityContact: textOf(form, 'securityContact') ?? '',
      requestedProducts: textsOf(form, 'requestedProducts'),
      evidenceReceiptIds: textsOf(form, 'evidenceReceiptIds'),
    };
    await (access?.status === 'CHANGES_REQUESTED'
      ? send(ResubmitAccessDocument, { input })
      : send(RequestAccessDocument, { input }));
    onClose();
  };
  return (
    <Dialog title="Request production access" onClose={onClose}>
      <Form act="Send the request" onSend={request} onCancel={onClose}>
        {(refusal) => (
          <>
            <p>A different person decides. They see exactly what you write here.</p>
            <Area
              label="Use case"
              name="useCase"
              value={access?.useCase ?? ''}
              hint="What the application does, in 50 characters or more."
              refusal={refusal}
            />
            <Field
              label="Data categories"
              name="dataCategories"
              value={access?.dataCategories.join(', ') ?? ''}
              hint="Separated by commas, such as orders, payments."
              refusal={refusal}
            />
            <Field
              label="Expected volume"
              name="expectedVolume"
              value={access?.expectedVolume ?? ''}
              hint="Such as 1500 calls an hour."
              refusal={refusal}
            />
            <Field
              label="Security contact"
              name="securityContact"
              type="email"
              value={access?.securityContact ?? ''}
              hint="Who is told when a key leaks."
              refusal={refusal}
            />
            <ProductChoice requestedProducts={access?.requestedProducts ?? []} />
            <ReceiptChoice of={applicationId} chosen={access?.evidenceReceiptIds ?? []} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
