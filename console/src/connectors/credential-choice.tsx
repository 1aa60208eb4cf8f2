import { useRead } from '../app/read.ts';
import { wordsOf } from '../parts/actor.ts';
import { Choice } from '../parts/field.tsx';
import type { Refusal } from '../parts/refusal.ts';
import { ImportCredentialsDocument } from './documents.generated.ts';

const usable: ReadonlySet<string> = new Set(['BEARER', 'BASIC', 'CUSTOM']);

/** A choice of the credential that lists the tools of an MCP server. */
export function CredentialChoice({ value, refusal }: { value?: string | null; refusal: Refusal | null }) {
  const { data } = useRead(ImportCredentialsDocument, {});
  const references = (data?.credentialReferences?.edges ?? []).map(({ node }) => node);
  return (
    <Choice
      // A select takes its value only once it has the option.
      key={data ? 'read' : 'waiting'}
      label="Credential reference"
      name="credentialReferenceId"
      hint="For a server that lists its tools only with a credential. For one with OAuth, create a connection instead."
      options={[
        ['', 'None: it lists its tools publicly'],
        ...references
          .filter(({ kind }) => usable.has(kind))
          .map(
            ({ id, provider, kind, fingerprint }) =>
              [id, `${provider}, ${wordsOf(kind)}, ${fingerprint}`] as const,
          ),
      ]}
      {...(value && { value })}
      isOptional
      refusal={refusal}
    />
  );
}
