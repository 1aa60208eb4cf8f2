import type { ComponentChildren } from 'preact';
import { Json } from '../parts/json.tsx';
import { exact } from '../parts/visible.ts';
import { fieldNames } from './words.ts';

interface CommandProps {
  command: unknown;
  /** What was decided before, to mark what differs. */
  before?: unknown;
  /** What stands for the value of a field, such as a link. */
  shown?: Readonly<Record<string, ComponentChildren>>;
  /** Fields that are shown elsewhere. */
  without?: readonly string[];
}

/** What exactly is decided, field by field. With `before`, each change is marked. */
export function Command({ command, before, shown, without }: CommandProps) {
  const fields = fieldsOf(command);
  const old = before === undefined ? null : fieldsOf(before);
  const all = new Set([...Object.keys(fields), ...Object.keys(old ?? {})]);
  const names = [...all].filter((name) => !without?.includes(name));
  if (names.length === 0) return <Json value={command} />;
  return (
    <dl class="fields">
      {names.map((name) => {
        const isChanged = old !== null && JSON.stringify(old[name]) !== JSON.stringify(fields[name]);
        return (
          <div key={name} class={isChanged ? 'changed' : undefined}>
            <dt>{wordsOf(name)}</dt>
            <dd>
              {isChanged && name in old && (
                <del>
                  <Value value={old[name]} />
                </del>
              )}
              {isChanged ? (
                <ins>
                  <Value value={fields[name]} />
                </ins>
              ) : (
                (shown?.[name] ?? <Value value={fields[name]} />)
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function Value({ value }: { value: unknown }) {
  if (value === undefined || value === null || value === '') return <span class="quiet">None</span>;
  if (typeof value === 'string') return <span class="text">{exact(value)}</span>;
  if (typeof value === 'boolean') return <>{value ? 'Yes' : 'No'}</>;
  if (typeof value === 'number') return <code>{value}</code>;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return value.length === 0 ? (
      <span class="quiet">None</span>
    ) : (
      <span class="text">{exact(value.join(', '))}</span>
    );
  return <Json value={value} />;
}

function fieldsOf(command: unknown): Record<string, unknown> {
  return typeof command === 'object' && command !== null && !Array.isArray(command)
    ? (command as Record<string, unknown>)
    : {};
}

/** Returns the words of a field's name: `useCase` becomes "use case". */
function wordsOf(name: string): string {
  return fieldNames[name] ?? name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
