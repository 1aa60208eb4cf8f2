import { useId } from 'preact/hooks';
import type { Refusal } from './refusal.ts';

interface FieldProps {
  label: string;
  name: string;
  type?: 'text' | 'email' | 'password' | 'url' | 'date';
  hint?: string;
  autocomplete?: string;
  minLength?: number;
  value?: string;
  isOptional?: boolean;
  /** The refusal of the form: a finding about this field is shown below it. */
  refusal?: Refusal | null;
}

/** A labeled input with what the server said about it. */
export function Field({
  label,
  name,
  hint,
  refusal,
  isOptional = false,
  type = 'text',
  ...rest
}: FieldProps) {
  const id = useId();
  const finding = refusal?.findings.find(({ pointer }) => pointer === `/${name}`);
  const described = [hint && `${id}-hint`, finding && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label htmlFor={id}>
        {label}
        {isOptional && <span class="quiet"> optional</span>}
      </label>
      <input
        id={id}
        name={name}
        required={!isOptional}
        aria-invalid={finding ? true : undefined}
        aria-describedby={described || undefined}
        {...({ ...rest, type } as object)}
      />
      {hint && (
        <p class="quiet" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {finding && (
        <p class="error" id={`${id}-error`}>
          {label} {finding.message}.
        </p>
      )}
    </div>
  );
}
