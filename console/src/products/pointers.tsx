import type { Refusal } from '../parts/refusal.ts';
import { visible } from '../parts/visible.ts';

interface PointersProps {
  of: Refusal | null;
  caption: string;
}

/** The fields of the forms here, which show their own finding. */
const fields: ReadonlySet<string> = new Set([
  '/document',
  '/major',
  '/requestChecks',
  '/upstream/url',
  '/upstream/credentialReferenceId',
  '/upstream/apiKeyHeader',
]);

/** Every finding of a refusal about the document, with its position. */
export function Pointers({ of, caption }: PointersProps) {
  const findings = (of?.findings ?? []).filter(({ pointer }) => !fields.has(pointer));
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
