import { h } from 'preact';
import { icons, type IconName } from './icons.generated.ts';

/** A picture beside a word. Without a word, the control around it needs a label. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      {icons[name].map(([tag, attributes]) => h(tag, attributes))}
    </svg>
  );
}
