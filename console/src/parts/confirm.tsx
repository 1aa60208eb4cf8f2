import type { ComponentChildren } from 'preact';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { Form, textOf } from './form.tsx';
import { Refusal } from './refusal.ts';

interface ConfirmProps {
  title: string;
  /** What happens then. */
  children: ComponentChildren;
  /** The name of the act. */
  act: string;
  /** Red by default, since most acts that ask end something. */
  look?: 'primary' | 'danger';
  /** The name to type, where the act would hurt. */
  name?: string | undefined;
  /** It gets the form, since the children may have fields. */
  onConfirm: (data: FormData) => Promise<void>;
  onClose: () => void;
}

/** Asks before an act that ends something. */
export function Confirm({ title, children, act, look = 'danger', name, onConfirm, onClose }: ConfirmProps) {
  const send = async (data: FormData) => {
    if (name !== undefined && textOf(data, 'name') !== name)
      throw new Refusal({
        code: 'validation_failed',
        message: `Type the name exactly: ${name}.`,
        errors: [{ pointer: '/name', message: `must be ${name}` }],
      });
    await onConfirm(data);
    onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <Form act={act} look={look} onSend={send} onCancel={onClose}>
        {(refusal) => (
          <>
            {children}
            {name !== undefined && (
              <Field label={`Type ${name} to confirm`} name="name" autocomplete="off" refusal={refusal} />
            )}
          </>
        )}
      </Form>
    </Dialog>
  );
}
