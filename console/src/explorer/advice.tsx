import { useAddress } from '../app/screen.tsx';
import type { Choice } from './choice.ts';

/** What helps after a refusal with the code, beside its own sentence. */
export function Advice({ code, of }: { code: string; of: Choice }) {
  const address = useAddress();
  const { applicationId, product } = of;
  if (code === 'product_not_assigned')
    return (
      <p>
        <a href={address(`applications/${applicationId}/products`)}>Assign {product} to the application</a>
      </p>
    );
  if (ofKeys.has(code))
    return (
      <p class="quiet">
        Choose another key, or <a href={address(`api-keys?application=${applicationId}`)}>look at the keys</a>{' '}
        of the application.
      </p>
    );
  const words = others[code];
  return words ? <p class="quiet">{words}</p> : null;
}

const ofKeys: ReadonlySet<string> = new Set([
  'credential_missing',
  'insufficient_scope',
  'key_expired',
  'key_revoked',
]);

const others: Readonly<Record<string, string>> = {
  validation_failed: 'Change what the marked fields say, and call again.',
  unknown_scenario: 'Choose another scenario.',
  rate_limited: 'The form stays as it is: call again after the named time.',
  quota_exceeded: 'The quota of the assignment begins again with its next period.',
};
