import { may } from '../app/me.ts';
import { useRead } from '../app/read.ts';
import { wordsOf } from '../parts/actor.ts';
import { Choice, Field } from '../parts/field.tsx';
import { textOf } from '../parts/form.tsx';
import type { Refusal } from '../parts/refusal.ts';
import { UpstreamCredentialsDocument, type ApiProductUpstreamInput } from './documents.generated.ts';
import type { VersionData } from './product-data.ts';
import { requestChecks } from './words.ts';

type Behavior = Pick<VersionData, 'requestChecks' | 'upstream'>;

const usable: ReadonlySet<string> = new Set(['API_KEY', 'BEARER', 'BASIC', 'CUSTOM']);

/** How a version behaves beside its document: its request checks, and where live calls go. */
export function BehaviorFields({ of, refusal }: { of?: Behavior; refusal: Refusal | null }) {
  const { data } = useRead(UpstreamCredentialsDocument, {}, { isPaused: !may('credential_references:read') });
  const references = (data?.credentialReferences?.edges ?? [])
    .map(({ node }) => node)
    .filter(({ kind, status }) => usable.has(kind) && status === 'ACTIVE');
  const { url, credentialReferenceId, apiKeyHeader } = of?.upstream ?? {};
  return (
    <>
      <Choice
        label="Request checks"
        name="requestChecks"
        options={Object.entries(requestChecks)}
        value={of?.requestChecks ?? 'ENFORCE'}
        refusal={refusal}
      />
      <Field
        label="Upstream"
        name="upstream/url"
        type="url"
        value={url ?? ''}
        placeholder="https://…/api"
        hint="The server sends live calls there. Without one, your own service asks the server about each call."
        isOptional
        refusal={refusal}
      />
      <Choice
        // A select takes its value only once it has the option.
        key={data ? 'read' : 'waiting'}
        label="Credential for the upstream"
        name="upstream/credentialReferenceId"
        options={[
          ['', 'None'],
          // It may be beyond the list, and saving must not take it away.
          ...(credentialReferenceId && !references.some(({ id }) => id === credentialReferenceId)
            ? [[credentialReferenceId, 'The one it has now'] as const]
            : []),
          ...references.map(
            ({ id, provider, kind, fingerprint }) =>
              [id, `${provider}, ${wordsOf(kind)}, ${fingerprint}`] as const,
          ),
        ]}
        value={credentialReferenceId ?? ''}
        isOptional
        refusal={refusal}
      />
      <Field
        label="Header of an API key"
        name="upstream/apiKeyHeader"
        value={apiKeyHeader ?? ''}
        placeholder="X-Api-Key"
        hint="Only for a credential of the kind API key."
        isOptional
        refusal={refusal}
      />
    </>
  );
}

/** Returns the behavior that a form has. An upstream without an address is none. */
export function behaviorOf(data: FormData): {
  requestChecks: 'ENFORCE' | 'REPORT';
  upstream: ApiProductUpstreamInput | null;
} {
  const url = textOf(data, 'upstream/url');
  const credentialReferenceId = textOf(data, 'upstream/credentialReferenceId');
  const apiKeyHeader = textOf(data, 'upstream/apiKeyHeader');
  return {
    requestChecks: textOf(data, 'requestChecks') === 'REPORT' ? 'REPORT' : 'ENFORCE',
    upstream:
      url === undefined
        ? null
        : {
            url,
            ...(credentialReferenceId && { credentialReferenceId }),
            ...(apiKeyHeader && { apiKeyHeader }),
          },
  };
}
