import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from './button.tsx';
import { Refusal, type Finding } from './refusal.ts';
import { Refused } from './refused.tsx';

interface FormProps {
  /** The name of the act, such as "Create the key". */
  act: string;
  look?: 'primary' | 'danger';
  /** Sends the form. A thrown Refusal is shown. */
  onSend: (data: FormData) => Promise<void>;
  onCancel?: () => void;
  /** The name of the other way out. */
  cancel?: string;
  children: (refusal: Refusal | null) => ComponentChildren;
}

/** A form with its button. Findings stand below their fields, any other refusal above the button. */
export function Form({ act, look = 'primary', onSend, onCancel, cancel = 'Cancel', children }: FormProps) {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isSending, setSending] = useState(false);
  const [isAtFields, setAtFields] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // After the fields have marked their findings.
  useLayoutEffect(() => {
    const { current } = form;
    if (!current || !refusal || isSending) return;
    setAtFields(refusal.findings.length > 0 && refusal.findings.every((it) => isMarked(current, it)));
    const marked = current.querySelector<HTMLElement>('[aria-invalid=true]');
    (marked ?? current.querySelector<HTMLElement>('[type=submit]'))?.focus();
    if (!marked) current.querySelector('.notice')?.scrollIntoView({ block: 'nearest' });
  }, [refusal, isSending]);
  const submit = async (sent: HTMLFormElement) => {
    setSending(true);
    try {
      await onSend(new FormData(sent));
      setRefusal(null);
    } catch (error) {
      setRefusal(error instanceof Refusal ? error : new Refusal({}));
    } finally {
      setSending(false);
    }
  };
  return (
    <form
      ref={form}
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    >
      {children(refusal)}
      {refusal && !isAtFields && <Refused refusal={refusal} />}
      {refusal && isAtFields && (
        <p class="error" role="alert">
          {refusal.findings.length === 1 ? 'Correct the marked field.' : 'Correct the marked fields.'}
        </p>
      )}
      <div class="buttons">
        <Button look={look} type="submit" disabled={isSending}>
          {act}
        </Button>
        {onCancel && (
          <Button look="bare" onClick={onCancel}>
            {cancel}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Whether a finding stands below a field of the form. */
function isMarked({ elements }: HTMLFormElement, { pointer }: Finding): boolean {
  const field = elements.namedItem(pointer.slice(1));
  return field instanceof HTMLElement && field.ariaInvalid === 'true';
}

/** Returns the text of a field, without spaces around it; undefined if it is empty. */
export function textOf(data: FormData, name: string): string | undefined {
  const value = data.get(name);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** Returns the texts of a field with several values, or of one whose values commas or lines separate. */
export function textsOf(data: FormData, name: string): string[] {
  const all = data.getAll(name).flatMap((value) => (typeof value === 'string' ? value.split(/[,\n]/) : []));
  return all.map((value) => value.trim()).filter(Boolean);
}
