import { Choice, Field } from '../parts/field.tsx';
import type { Refusal } from '../parts/refusal.ts';
import type { ConnectorChoice } from './connector-choice.ts';

/** The address of the account: one of the connector's, or one within its patterns. */
export function AddressField({
  of: { servers, baseUrlPatterns },
  refusal,
}: {
  of: ConnectorChoice;
  refusal: Refusal | null;
}) {
  const first = servers[0]?.url;
  if (baseUrlPatterns.length > 0)
    return (
      <Field
        label="Address"
        name="baseUrl"
        type="url"
        placeholder={first ?? ''}
        hint={`One of the connector’s addresses, or one like ${baseUrlPatterns.join(' or ')}. It never changes.`}
        isOptional={first !== undefined}
        refusal={refusal}
      />
    );
  if (servers.length < 2) return null;
  return (
    <Choice
      label="Address"
      name="baseUrl"
      hint="It never changes."
      options={servers.map(
        ({ url, description }) => [url, description ? `${url} (${description})` : url] as const,
      )}
      refusal={refusal}
    />
  );
}
