import { useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { Choice, Field } from '../parts/field.tsx';
import type { Refusal } from '../parts/refusal.ts';
import { rules, type Bound } from './limits.ts';
import './mcp-grants.css';

interface LimitFieldsProps {
  bounds: readonly Bound[];
  onChange: (bounds: readonly Bound[]) => void;
  /** The pointers to the tool's arguments. */
  pointers: readonly string[];
  refusal: Refusal | null;
}

const mostLimits = 20;
const hints: Partial<Record<Bound['rule'], string>> = {
  enum: 'Commas separate the values. Write text that looks like a number in quotes.',
  maxLength: 'In characters.',
  pattern: 'An RE2 pattern of the whole text.',
};

/** The limits of a grant's arguments, a row each. A limited argument is required. */
export function LimitFields({ bounds, onChange, pointers, refusal }: LimitFieldsProps) {
  const [made, setMade] = useState(bounds.length);
  const add = () => {
    setMade(made + 1);
    onChange([...bounds, { key: made, pointer: pointers[0] ?? '/', rule: 'enum', value: '' }]);
  };
  const change = (key: number, to: Partial<Bound>) =>
    onChange(bounds.map((bound) => (bound.key === key ? { ...bound, ...to } : bound)));
  return (
    <fieldset class="limits">
      <legend>Limits of the arguments</legend>
      {bounds.length === 0 && (
        <p class="quiet">None. The agent may send every argument that the tool takes.</p>
      )}
      {bounds.map(({ key, pointer, rule, value }, at) => (
        <div key={key} class="limit">
          <Field
            label="Argument"
            name={`argumentLimits/${at}/pointer`}
            value={pointer}
            {...(pointers.length > 0 && { hint: `Such as ${pointers.slice(0, 4).join(', ')}` })}
            refusal={refusal}
          />
          <Choice
            label="Rule"
            name={`argumentLimits/${at}/rule`}
            options={rules}
            value={rule}
            onChange={(next) => change(key, { rule: next as Bound['rule'] })}
          />
          <Field
            label="Value"
            name={`argumentLimits/${at}`}
            value={value}
            hint={hints[rule]}
            refusal={refusal}
          />
          <Button
            icon="close"
            look="bare"
            label="Remove this limit"
            onClick={() => onChange(bounds.filter((bound) => bound.key !== key))}
          >
            {null}
          </Button>
        </div>
      ))}
      {bounds.length < mostLimits && <Button onClick={add}>Add a limit</Button>}
    </fieldset>
  );
}
