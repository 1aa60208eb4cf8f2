import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
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
  const submit = async (sent: HTMLFormElement) => {
    setSending(true);
    try {
      await onSend(new FormData(sent));
      setRefusal(null);
    } catch (error) {
      const found = error instanceof Refusal ? error : new Refusal({});
      setRefusal(found);
      setAtFields(found.findings.length > 0 && found.findings.every((it) => hasField(sent, it)));
    } finally {
      setSending(false);
    }
  };
  return (
    <form
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
function hasField({ elements }: HTMLFormElement, { pointer }: Finding): boolean {
  return elements.namedItem(pointer.slice(1)) instanceof HTMLElement;
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
