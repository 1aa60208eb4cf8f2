import { useLocation } from 'preact-iso/router';
import { useRead } from '../app/read.ts';
import { useAddress } from '../app/screen.tsx';
import { nameOf } from '../parts/actor.ts';
import { Skeleton } from '../parts/empty.tsx';
import { Refused } from '../parts/refused.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { VersionsDocument } from './documents.generated.ts';
import type { ServerData, Version } from './server-data.ts';
import { Comparison } from './comparison.tsx';

/** Every version of a server, and the tools of the one in the address. */
export function Versions({ of: server }: { of: ServerData }) {
  const { query } = useLocation();
  const address = useAddress();
  const { data, refusal, again } = useRead(VersionsDocument, { serverId: server.id });
  const edges = data?.mcpServerVersions?.edges;
  if (!edges) return refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />;
  const versions = edges.map(({ node }) => node);
  const chosen = Number(query['version']);
  const shown = versions.find(({ number }) => number === chosen) ?? usual(server, versions);
  const other = Number(query['against']);
  const against =
    versions.find(({ number }) => number === other && number !== shown?.number) ??
    (shown && baseOf(shown, server, versions));
  return (
    <>
      {shown && <Comparison serverId={server.id} edges={edges} shown={shown} against={against ?? null} />}
      <section>
        <h2>Versions</h2>
        <div class="scroll">
          <table class="list">
            <caption class="unseen">Versions, newest first</caption>
            <thead>
              <tr>
                <th scope="col">Version</th>
                <th scope="col">State</th>
                <th scope="col" class="extra">
                  Created by
                </th>
                <th scope="col">Last change</th>
              </tr>
            </thead>
            <tbody>
              {versions.toReversed().map((version) => (
                <tr key={version.id}>
                  <td>
                    <a
                      href={address(`mcp-servers/${server.id}?version=${version.number}`)}
                      aria-current={version === shown ? 'true' : undefined}
                    >
                      Version {version.number}
                    </a>
                  </td>
                  <td>
                    <Status of="mcpServerVersion" is={version.status} />
                  </td>
                  <td class="extra">{nameOf(version.createdBy)}</td>
                  <td>
                    <Time at={lastOf(version)} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
    </>
  );
}

function usual(
  { openVersion, publishedVersion, quarantinedVersion }: ServerData,
  versions: readonly Version[],
) {
  const id = (openVersion ?? publishedVersion ?? quarantinedVersion)?.id;
  return versions.find((version) => version.id === id) ?? versions.at(-1);
}

/** Returns the version that a reader compares it with: the published one for the next, else the one before. */
function baseOf({ id, number }: Version, server: ServerData, versions: readonly Version[]) {
  const { openVersion, publishedVersion } = server;
  if (id === openVersion?.id && publishedVersion) return versions.find((it) => it.id === publishedVersion.id);
  return versions.find((it) => it.number === number - 1);
}

function lastOf(version: Version): string {
  const { createdAt, submittedAt, approvedAt, publishedAt, quarantinedAt, retiredAt } = version;
  const times = [createdAt, submittedAt, approvedAt, publishedAt, quarantinedAt, retiredAt];
  return times.filter((time) => time !== null).reduce((a, b) => (a > b ? a : b));
}
