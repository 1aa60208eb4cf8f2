import { may } from '../app/me.ts';
import { useAddress } from '../app/screen.tsx';
import { nameOf } from '../parts/actor.ts';
import { Id } from '../parts/copy.tsx';
import { Facts } from '../parts/facts.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { visible } from '../parts/visible.ts';
import type { VersionData } from './product-data.ts';
import { requestChecks } from './words.ts';

/** What a version is, and how it behaves. */
export function AboutVersion({ of: version }: { of: VersionData }) {
  return (
    <Facts
      of={[
        ['State', <Status of="apiProductVersion" is={version.status} />],
        [
          'Live keys',
          version.liveSince ? (
            <>
              It answers them, activated <Time at={version.liveSince} />
            </>
          ) : (
            'It does not answer them'
          ),
        ],
        ['Title in the document', visible(version.title)],
        ['Label in the document', <code>{visible(version.label)}</code>],
        ['Digest', <Id value={version.digest} what="digest" />],
        ['Request checks', requestChecks[version.requestChecks]],
        ['Upstream', <Upstream of={version} />],
        ['Served until at least', version.retiresAt && <Time at={version.retiresAt} />],
        ['Published', version.publishedAt && <Time at={version.publishedAt} />],
        ['Retired', version.retiredAt && <Time at={version.retiredAt} />],
        ['Created by', nameOf(version.createdBy)],
        ['Created', <Time at={version.createdAt} />],
        ['Last change', <Time at={version.updatedAt} />],
      ]}
    />
  );
}

function Upstream({ of: { upstream } }: { of: VersionData }) {
  const address = useAddress();
  if (!upstream) return <>None. Live calls go to your own service, which verifies the key.</>;
  const { url, credentialReferenceId: id, apiKeyHeader } = upstream;
  return (
    <>
      <code>{url}</code>
      {id && may('credential_references:read') && (
        <>
          , <a href={address(`vault/${id}`)}>with a credential</a>
        </>
      )}
      {id && !may('credential_references:read') && ', with a credential'}
      {apiKeyHeader && (
        <>
          {' '}
          in <code>{apiKeyHeader}</code>
        </>
      )}
    </>
  );
}
