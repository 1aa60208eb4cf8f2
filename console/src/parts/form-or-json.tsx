import { Button } from './button.tsx';
import { Area } from './field.tsx';
import type { Property } from './properties.ts';
import { PropertyFields } from './property-fields.tsx';
import type { Refusal } from './refusal.ts';

interface FormOrJsonProps {
  label: string;
  /** The name of the JSON, and the first part of the fields’ names. */
  group: string;
  of: readonly Property[];
  /** The JSON to begin with. */
  json?: string;
  isOptional?: boolean;
  isRaw: boolean;
  setRaw: (isRaw: boolean) => void;
  refusal: Refusal | null;
}

/** An object as a form of its properties, or as JSON. */
export function FormOrJson(props: FormOrJsonProps) {
  const { label, group, of, json = '{}', isOptional = true, isRaw, setRaw, refusal } = props;
  return (
    <>
      <fieldset class="choices" aria-label={label}>
        <Button look={isRaw ? 'bare' : 'plain'} pressed={!isRaw} onClick={() => setRaw(false)}>
          Form
        </Button>
        <Button look={isRaw ? 'plain' : 'bare'} pressed={isRaw} onClick={() => setRaw(true)}>
          JSON
        </Button>
      </fieldset>
      {isRaw ? (
        <Area label={label} name={group} rows={8} value={json} isOptional={isOptional} refusal={refusal} />
      ) : (
        <PropertyFields group={group} of={of} refusal={refusal} />
      )}
    </>
  );
}
