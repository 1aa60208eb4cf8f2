import { useState } from 'preact/hooks';
import { Choice } from '../parts/field.tsx';
import { useEventTypes } from './event-types.ts';

/** Adds a type or a pattern to the lines of the field `eventTypes` of its form. */
export function TypeChoice() {
  const { rows } = useEventTypes();
  const [added, setAdded] = useState(0);
  const add = (type: string, form: HTMLFormElement | null) => {
    const field = form?.elements.namedItem('eventTypes');
    if (!(field instanceof HTMLTextAreaElement) || type === '') return;
    const lines = field.value.split(/[,\n]/).map((line) => line.trim());
    field.value = [...new Set([...lines, type])].filter(Boolean).join('\n');
    // Shows "Choose" again.
    setAdded(added + 1);
  };
  const types = rows?.map(({ type }) => type) ?? [];
  const families = [...new Set(types.map((type) => `${type.split('.')[0]}.*`))];
  return (
    <Choice
      label="Add an event type"
      name="addedType"
      value=""
      options={[
        ['', 'Choose'],
        ...families.map((it) => [it, `${it}, all of them`] as const),
        ...types.map((it) => [it, it] as const),
      ]}
      isOptional
      onChange={add}
    />
  );
}
