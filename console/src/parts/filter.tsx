import type { ComponentChildren } from 'preact';

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
  return (
    <label>
      <span class="quiet">{label}</span>
      <input
        type="search"
        spellcheck={false}
        autocomplete="off"
        {...{ value, placeholder }}
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
  return (
    <label>
      <span class="quiet">{label}</span>
      <input type="date" value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
    </label>
  );
}
