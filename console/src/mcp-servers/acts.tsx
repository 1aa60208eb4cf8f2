import { useLocation } from 'preact-iso/router';
import { Act } from '../app/act.tsx';
import { useAddress } from '../app/screen.tsx';
import type { ServerData } from './server-data.ts';

export type Open = 'change' | 'submit' | 'publish' | 'deprecate' | 'quarantine' | 'retire';

/** What can be done with a server in its state. */
export function Acts({ of: server, open }: { of: ServerData; open: (it: Open) => void }) {
  const { route } = useLocation();
  const address = useAddress();
  const { id, status, openVersion, publishedVersion } = server;
  if (status === 'RETIRED') return null;
  const isInReview = openVersion?.status === 'IN_REVIEW';
  return (
    <>
      <Forward of={server} open={open} />
      <Act
        needs="mcp_servers:write"
        obstacle={isInReview ? 'Its version is in review. Decide or withdraw the request first.' : null}
        onClick={() => route(address(`mcp-servers/${id}/tools`))}
      >
        Set the tools
      </Act>
      <Act needs="mcp_servers:write" onClick={() => open('change')}>
        Change
      </Act>
      {publishedVersion && (
        <>
          <Act
            needs="mcp_servers:publish"
            obstacle={publishedVersion.retiresAt && 'Its end is announced already.'}
            onClick={() => open('deprecate')}
          >
            Deprecate
          </Act>
          <Act needs="mcp_servers:quarantine" look="danger" onClick={() => open('quarantine')}>
            Quarantine
          </Act>
        </>
      )}
      <Act needs="mcp_servers:publish" look="danger" onClick={() => open('retire')}>
        Retire
      </Act>
    </>
  );
}

/** The act that brings the next version forward; none while it waits for a person or there is none. */
function Forward({ of, open }: { of: ServerData; open: (it: Open) => void }) {
  const { openVersion, quarantinedVersion } = of;
  if (openVersion?.status === 'APPROVED')
    return (
      <Act needs="mcp_servers:publish" look="primary" onClick={() => open('publish')}>
        Publish version {openVersion.number}
      </Act>
    );
  const version = openVersion ?? quarantinedVersion;
  if (!version || version.status === 'IN_REVIEW') return null;
  return (
    <Act needs="mcp_servers:write" look="primary" onClick={() => open('submit')}>
      Submit version {version.number}
    </Act>
  );
}
