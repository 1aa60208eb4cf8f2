import type { ComponentChildren } from 'preact';
import { visible } from './visible.ts';

/** Names with their values. A value of null is left out. */
export function Facts({ of }: { of: readonly (readonly [name: string, value: ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {of
        .filter(([, value]) => value !== null && value !== undefined && value !== false)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{typeof value === 'string' ? visible(value) : value}</dd>
          </div>
        ))}
    </dl>
  );
}
