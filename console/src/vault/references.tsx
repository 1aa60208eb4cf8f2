import type { ComponentChildren } from 'preact';
import { List } from '../app/list.tsx';
import { useAddress } from '../app/screen.tsx';
import { Empty } from '../parts/empty.tsx';
import { Snippet } from '../parts/snippet.tsx';
import { Time } from '../parts/time.tsx';
import { CredentialReferencesDocument } from './documents.generated.ts';
import { kindNames } from './words.ts';

/** The credential references of the workspace. */
export function References({ make }: { make: ComponentChildren }) {
  const address = useAddress();
  return (
    <List
      caption="Credential references, newest first"
      document={CredentialReferencesDocument}
      variables={{}}
      connection={({ credentialReferences }) => credentialReferences}
      columns={[
        { name: 'Provider', cell: ({ id, provider }) => <a href={address(`vault/${id}`)}>{provider}</a> },
        { name: 'Kind', cell: ({ kind }) => kindNames[kind] },
        { name: 'Project', isExtra: true, cell: ({ project }) => project?.name },
        { name: 'Stored in', isExtra: true, cell: ({ vault }) => vault?.name ?? 'The built-in vault' },
        { name: 'Fingerprint', isExtra: true, cell: ({ fingerprint }) => <code>{fingerprint}</code> },
        { name: 'Value', isExtra: true, cell: ({ lastRotatedAt }) => <Time at={lastRotatedAt} /> },
        {
          name: 'Expires',
          isExtra: true,
          cell: ({ expiresAt }) =>
            expiresAt ? <Time at={expiresAt} /> : <span class="quiet">Not known</span>,
        },
      ]}
      empty={
        <Empty icon="vault" title="No secret in the vault yet">
          <p>
            A credential reference stands for a provider’s secret, such as a token of GitHub. Connections name
            the reference. The secret stays in the vault, and no call returns it.
          </p>
          {make}
          <Snippet
            text={`curl -X POST ${location.origin}/api/console/connect/credential-references -H 'Authorization: Bearer <accessToken>' -H 'Content-Type: application/json' -d '{"projectId":"<prj_…>","provider":"github","kind":"BEARER","secret":{"token":"<ghp_…>"}}'`}
          />
        </Empty>
      }
    />
  );
}
