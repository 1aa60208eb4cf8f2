import { exact } from './visible.ts';

/** A value as indented JSON. It wraps instead of scrolling sideways. */
export function Json({ value }: { value: unknown }) {
  return <pre class="json">{exact(JSON.stringify(value, null, 2) ?? '')}</pre>;
}
