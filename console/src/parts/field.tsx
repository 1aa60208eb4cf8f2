import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { Refusal } from './refusal.ts';
import { Sentence } from './sentence.tsx';

interface Labeled {
  label: string;
  name: string;
  hint?: string | undefined;
  isOptional?: boolean | undefined;
  /** The refusal of the form: a finding about this field is shown below it. */
  refusal?: Refusal | null | undefined;
}

interface Parts {
  id: string;
  name: string;
  required: boolean;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FieldProps extends Labeled {
  type?: 'text' | 'email' | 'password' | 'url' | 'date' | 'datetime-local' | 'number';
  value?: string | number;
  placeholder?: string;
  autocomplete?: string;
  minLength?: number;
  maxLength?: number;
  min?: string | number;
  max?: string | number;
  step?: number | 'any';
}

/** A labeled input with what the server said about it. */
export function Field({ label, name, hint, refusal, isOptional, value, ...rest }: FieldProps) {
  return (
    <Frame {...{ label, name, hint, refusal, isOptional }}>
      {/* A value would replace what the person types when the screen follows a change. */}
      {(parts) => <input {...parts} {...(rest as object)} defaultValue={value} />}
    </Frame>
  );
}

/** A labeled text of several lines. Enter with Ctrl or Command sends its form. */
export function Area({
  rows = 3,
  value,
  maxLength,
  placeholder,
  ...labeled
}: Labeled & { rows?: number; value?: string; maxLength?: number; placeholder?: string }) {
  return (
    <Frame {...labeled}>
      {(parts) => (
        <textarea
          {...parts}
          {...{ rows, maxLength, placeholder }}
          defaultValue={value}
          onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) => {
            if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit();
          }}
        />
      )}
    </Frame>
  );
}

/** A labeled choice of one. */
export function Choice({
  options,
  value,
  onChange,
  ...labeled
}: Labeled & {
  options: readonly (readonly [value: string, word: string])[];
  value?: string;
  onChange?: (value: string, form: HTMLFormElement | null) => void;
}) {
  return (
    <Frame {...labeled}>
      {(parts) => (
        <select
          {...parts}
          value={onChange && value}
          onChange={({ currentTarget }) => onChange?.(currentTarget.value, currentTarget.form)}
        >
          {options.map(([option, word]) => (
            <option key={option} value={option} selected={onChange ? undefined : option === value}>
              {word}
            </option>
          ))}
        </select>
      )}
    </Frame>
  );
}

/** A choice of any number. */
export function Checks({
  label,
  name,
  options,
  checked,
}: {
  label: string;
  name: string;
  options: readonly (readonly [value: string, word: ComponentChildren])[];
  checked?: readonly string[];
}) {
  return (
    <fieldset class="checks">
      <legend>{label}</legend>
      {options.map(([value, word]) => (
        <label key={value}>
          <input type="checkbox" name={name} value={value} defaultChecked={checked?.includes(value)} /> {word}
        </label>
      ))}
    </fieldset>
  );
}

function Frame({
  label,
  name,
  hint,
  refusal,
  isOptional = false,
  children,
}: Labeled & {
  children: (parts: Parts) => ComponentChildren;
}) {
  const id = useId();
  const finding = refusal?.findings.find(({ pointer }) => pointer === `/${name}`);
  const described = [hint && `${id}-hint`, finding && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label htmlFor={id}>
        {label}
        {isOptional && <span class="quiet"> optional</span>}
      </label>
      {children({
        id,
        name,
        required: !isOptional,
        'aria-invalid': finding ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {hint && (
        <p class="quiet" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {finding && (
        <p class="error" id={`${id}-error`}>
          {label} <Sentence text={finding.message} />.
        </p>
      )}
    </div>
  );
}
