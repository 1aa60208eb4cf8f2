import type { ComponentChildren } from 'preact';
import { List } from '../app/list.tsx';
import { useAddress } from '../app/screen.tsx';
import { Empty } from '../parts/empty.tsx';
import { Snippet } from '../parts/snippet.tsx';
import { Time } from '../parts/time.tsx';
import { VaultsDocument } from './documents.generated.ts';

/** The external vaults of the workspace. */
export function ExternalVaults({ make }: { make: ComponentChildren }) {
  const address = useAddress();
  return (
    <List
      caption="External vaults, newest first"
      document={VaultsDocument}
      variables={{}}
      connection={({ vaults }) => vaults}
      columns={[
        { name: 'Name', cell: ({ id, name }) => <a href={address(`vault/${id}`)}>{name}</a> },
        { name: 'Address', cell: (it) => <code>{it.address}</code> },
        { name: 'Mount path', isExtra: true, cell: ({ mount }) => <code>{mount}</code> },
        { name: 'Created', isExtra: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
      ]}
      empty={
        <Empty icon="vault" title="No external vault yet">
          <p>
            The built-in vault needs no setup. To use secrets that stay in your HashiCorp Vault or OpenBao,
            register it. Credential references then name a secret there.
          </p>
          {make}
          <Snippet
            text={`curl -X POST ${location.origin}/api/console/connect/vaults -H 'Authorization: Bearer <accessToken>' -H 'Content-Type: application/json' -d '{"name":"Our vault","driver":"KEY_VALUE","address":"<https://…>","mount":"secret","token":"<hvs.…>"}'`}
          />
        </Empty>
      }
    />
  );
}
