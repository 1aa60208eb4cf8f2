import { useState } from 'preact/hooks';
import { useRead } from '../app/read.ts';
import { Screen, useAddress } from '../app/screen.tsx';
import { nameOf } from '../parts/actor.ts';
import { Id } from '../parts/copy.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Facts } from '../parts/facts.tsx';
import { Icon } from '../parts/icon.tsx';
import { Refused } from '../parts/refused.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { Acts, type Open } from './acts.tsx';
import { Change, Deprecate, Publish, Quarantine, Retire, Submit } from './changes.tsx';
import { McpServerDocument } from './documents.generated.ts';
import type { ServerData } from './server-data.ts';
import { Versions } from './versions.tsx';
import './mcp-servers.css';

/** One MCP server: its versions with their tools, and what can be done with them. */
export function McpServer({ id }: { id: string }) {
  const { data, refusal, again } = useRead(McpServerDocument, { id });
  const address = useAddress();
  const [open, setOpen] = useState<Open | null>(null);
  const up = { name: 'MCP servers', href: address('mcp-servers') };
  const server = data?.mcpServer;
  if (!server)
    return (
      <Screen name="MCP server" up={up}>
        {refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />}
      </Screen>
    );
  const dialog = { of: server, onClose: () => setOpen(null) };
  return (
    <Screen
      name={server.name}
      up={up}
      above={<Id value={server.id} />}
      acts={<Acts of={server} open={setOpen} />}
    >
      <Notices of={server} />
      <Facts
        of={[
          ['State', <Status of="mcpServer" is={server.status} />],
          ['Project', server.project?.name],
          ['In service', inService(server)],
          ['Next version', next(server)],
          ['Description', server.description || <span class="quiet">None</span>],
          ['Created by', nameOf(server.createdBy)],
          ['Created', <Time at={server.createdAt} />],
          ['Retired', server.retiredAt && <Time at={server.retiredAt} />],
        ]}
      />
      <Versions of={server} />
      {open === 'change' && <Change {...dialog} />}
      {open === 'submit' && <Submit {...dialog} />}
      {open === 'publish' && <Publish {...dialog} />}
      {open === 'deprecate' && <Deprecate {...dialog} />}
      {open === 'quarantine' && <Quarantine {...dialog} />}
      {open === 'retire' && <Retire {...dialog} />}
    </Screen>
  );
}

function inService({ publishedVersion: version }: ServerData) {
  if (!version) return <span class="quiet">No version</span>;
  return (
    <>
      Version {version.number}
      {version.publishedAt && (
        <>
          , published <Time at={version.publishedAt} />
        </>
      )}
      {version.retiresAt && (
        <>
          , until <Time at={version.retiresAt} />
        </>
      )}
    </>
  );
}

function next({ openVersion: version }: ServerData) {
  if (!version) return <span class="quiet">None. Set the tools to begin one.</span>;
  return (
    <span class="beside">
      Version {version.number} <Status of="mcpServerVersion" is={version.status} />
    </span>
  );
}

/** What a person should know first: why the server is stopped, sent back, or waits. */
function Notices({ of: { openVersion: open, quarantinedVersion: stopped } }: { of: ServerData }) {
  const address = useAddress();
  return (
    <>
      {stopped && (
        <div class="notice bad" role="note">
          <Icon name="ended" />
          <div>
            <p>
              <b>Version {stopped.number} is quarantined.</b> Agents find none of its tools. {stopped.reason}
            </p>
          </div>
        </div>
      )}
      {open?.status === 'IN_REVIEW' && (
        <div class="notice wait" role="note">
          <Icon name="wait" />
          <div>
            <p>
              <b>Version {open.number} waits for a review.</b> A different person decides.{' '}
              {open.approvalRequest && (
                <a href={address(`approvals/${open.approvalRequest.id}`)}>Open the approval request</a>
              )}
            </p>
            {open.approvalRequest?.obstacle && <p>{open.approvalRequest.obstacle}</p>}
          </div>
        </div>
      )}
      {open && open.status !== 'IN_REVIEW' && open.reason && (
        <div class="notice wait" role="note">
          <Icon name="comment" />
          <div>
            <p>
              <b>Version {open.number} was sent back.</b> {open.reason}
            </p>
          </div>
        </div>
      )}
    </>
  );
}
