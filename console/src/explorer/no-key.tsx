import { useAddress } from '../app/screen.tsx';
import { Empty } from '../parts/empty.tsx';
import { Snippet } from '../parts/snippet.tsx';

/** What an application needs before the explorer can call anything as it. */
export function NoKey({ applicationId }: { applicationId: string }) {
  const address = useAddress();
  return (
    <Empty icon="keys" title="The application has no active sandbox key">
      <p>
        The explorer calls as a sandbox key, with its scopes and limits. The key stays on the server.{' '}
        <a href={address(`api-keys?application=${applicationId}`)}>Create a sandbox key</a>
      </p>
      <Snippet
        text={`curl -X POST ${location.origin}/api/console/applications/${applicationId}/keys -H 'Authorization: Bearer <accessToken>' -H 'Content-Type: application/json' -d '{"name":"explorer","environment":"SANDBOX","scopes":["read","write"]}'`}
      />
    </Empty>
  );
}
