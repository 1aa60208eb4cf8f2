import type { Refusal } from '../parts/refusal.ts';
import { visible } from '../parts/visible.ts';

interface PointersProps {
  of: Refusal | null;
  caption: string;
  /** The pointers of fields that show their own finding. */
  without?: ReadonlySet<string>;
}

/** Every finding of a refusal, with its position. */
export function Pointers({ of, caption, without }: PointersProps) {
  const findings = (of?.findings ?? []).filter(({ pointer }) => !without?.has(pointer));
  if (findings.length === 0) return null;
  return (
    <section class="pointers" aria-label={caption}>
      <h3>
        {caption} ({findings.length})
      </h3>
      <ul>
        {findings.map(({ pointer, message }) => (
          <li key={`${pointer} ${message}`}>
            {visible(message)}
            <br />
            <code class="quiet">{visible(pointer)}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
