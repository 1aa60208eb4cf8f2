import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** The filters above a list, in a row. */
export function Filters({ children }: { children: ComponentChildren }) {
  return <div class="filters">{children}</div>;
}

/** A filter with a choice of one, or all. */
export function FilterChoice({
  label,
  all,
  value,
  options,
  onChange,
}: {
  label: string;
  /** The word for no filter, such as "All states". Without it, there always is one. */
  all?: string;
  value: string;
  options: readonly (readonly [value: string, word: string])[];
  onChange: (value: string) => void;
}) {
  return (
    <label>
      <span class="quiet">{label}</span>
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {all !== undefined && <option value="">{all}</option>}
        {options.map(([option, word]) => (
          <option key={option} value={option}>
            {word}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Returns the ref of a field. Its text stays as it is typed until the value changes, also while the screen is read again. */
function useTyped(value: string) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current) field.current.value = value;
  }, [value]);
  return field;
}

/** A filter by a text. It applies on Enter, or when the field loses the focus. */
export function FilterText({
  label,
  value,
  placeholder,
  onChange,
}: {
  label: string;
  value: string;
  placeholder?: string;
  onChange: (value: string) => void;
}) {
  const field = useTyped(value);
  return (
    <label>
      <span class="quiet">{label}</span>
      <input
        ref={field}
        type="search"
        spellcheck={false}
        autocomplete="off"
        defaultValue={value}
        placeholder={placeholder}
        onChange={({ currentTarget }) => onChange(currentTarget.value.trim())}
      />
    </label>
  );
}

/** A filter by a day. */
export function FilterDate({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const field = useTyped(value);
  return (
    <label>
      <span class="quiet">{label}</span>
      <input
        ref={field}
        type="date"
        defaultValue={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </label>
  );
}
