import { Area, Choice, Field } from '../parts/field.tsx';
import type { Refusal } from '../parts/refusal.ts';
import type { Property } from './properties.ts';

/** A field for each argument of a capability. */
export function ArgumentFields({ of, refusal }: { of: readonly Property[]; refusal: Refusal | null }) {
  return (
    <>
      {of.map((property) => (
        <ArgumentField key={property.name} of={property} refusal={refusal} />
      ))}
    </>
  );
}

function ArgumentField({ of: property, refusal }: { of: Property; refusal: Refusal | null }) {
  const { name, kind, isRequired, hint, values } = property;
  const labeled = { label: name, name: `arguments/${name}`, hint, isOptional: !isRequired, refusal };
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
