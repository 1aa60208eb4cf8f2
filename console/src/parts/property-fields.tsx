import { Area, Choice, Field } from './field.tsx';
import type { Property } from './properties.ts';
import type { Refusal } from './refusal.ts';

interface PropertyFieldsProps {
  /** The first part of the fields’ names, such as `arguments`. */
  group: string;
  of: readonly Property[];
  refusal: Refusal | null;
}

/** A field for each property. */
export function PropertyFields({ group, of, refusal }: PropertyFieldsProps) {
  return (
    <>
      {of.map((property) => (
        <PropertyField key={property.name} group={group} of={property} refusal={refusal} />
      ))}
    </>
  );
}

function PropertyField({ group, of: property, refusal }: { of: Property } & Omit<PropertyFieldsProps, 'of'>) {
  const { name, kind, isRequired, hint, values } = property;
  const labeled = { label: name, name: `${group}/${name}`, hint, isOptional: !isRequired, refusal };
  switch (kind) {
    case 'choice':
    case 'flag': {
      const options = kind === 'flag' ? ['true', 'false'] : values;
      const all = options.map((value) => [value, value] as const);
      return <Choice {...labeled} options={isRequired ? all : [['', 'Leave it out'], ...all]} />;
    }
    case 'integer':
    case 'number':
      return <Field {...labeled} type="number" step={kind === 'integer' ? 1 : 'any'} />;
    case 'list':
      return <Area {...labeled} rows={2} hint={joined(hint, 'Separate values by commas or lines.')} />;
    case 'json':
      return <Area {...labeled} rows={2} hint={joined(hint, 'As JSON.')} />;
    default:
      return <Field {...labeled} />;
  }
}

function joined(hint: string | undefined, more: string): string {
  return hint ? `${hint} ${more}` : more;
}
