import { may } from '../app/me.ts';
import { useAddress } from '../app/screen.tsx';
import { Empty } from '../parts/empty.tsx';
import { Snippet } from '../parts/snippet.tsx';

/** How the first receipt of an application comes. */
export function NoReceipt({ applicationId }: { applicationId: string }) {
  const address = useAddress();
  return (
    <Empty icon="receipts" title="No test receipt yet">
      <p>
        A test receipt is a signed statement of what the application tested. Anyone can verify it. It grants
        nothing. The explorer and checks of samples issue receipts; calls with a key do so with a header.
      </p>
      {may('sandbox:run') && (
        <p>
          <a href={address(`explorer?application=${applicationId}`)}>Call an operation in the explorer</a>
        </p>
      )}
      <Snippet
        text={`curl -i ${location.origin}/v1/sandbox/products/<slug>/v1/<path> -H "Authorization: Bearer $SANDBOX_KEY" -H 'X-Sandbox-Receipt: 1'`}
      />
    </Empty>
  );
}
