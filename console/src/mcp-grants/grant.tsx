import { useState } from 'preact/hooks';
import { Act } from '../app/act.tsx';
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
import { ChangeGrant, RevokeGrant } from './change-grant.tsx';
import { McpGrantDocument, type McpGrantObstacle } from './documents.generated.ts';
import { boundsOf, rules, type GrantData } from './limits.ts';

/** One grant: what the agent may do with the tool, and until when. */
export function Grant({ id }: { id: string }) {
  const { data, refusal, again } = useRead(McpGrantDocument, { id });
  const address = useAddress();
  const [open, setOpen] = useState<'change' | 'revoke' | null>(null);
  const up = { name: 'Grants', href: address('mcp-grants') };
  const grant = data?.mcpGrant;
  if (!grant)
    return (
      <Screen name="Grant" up={up}>
        {refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />}
      </Screen>
    );
  const over = grant.status === 'REVOKED' ? 'The grant is revoked. Create another one.' : null;
  const { capability, credential, version, obstacle } = grant;
  return (
    <Screen
      name={capability?.title ?? 'Grant'}
      up={up}
      above={<Id value={grant.id} />}
      acts={
        <>
          <Act needs="mcp_grants:write" obstacle={over} onClick={() => setOpen('change')}>
            Change the limits
          </Act>
          <Act needs="mcp_grants:revoke" obstacle={over} look="danger" onClick={() => setOpen('revoke')}>
            Revoke
          </Act>
        </>
      }
    >
      {obstacle && reasons[obstacle] && (
        <div class="notice wait" role="note">
          <Icon name="alert" />
          <div>
            <p>
              <b>The agent does not find the tool.</b> {reasons[obstacle]}
            </p>
          </div>
        </div>
      )}
      <Facts
        of={[
          ['State', <Status of="mcpGrant" is={obstacle ?? 'ACTIVE'} />],
          [
            'Agent',
            credential && <a href={address(`mcp-credentials/${credential.id}`)}>{credential.name}</a>,
          ],
          ['Tool', capability && <code>{capability.key}</code>],
          ['Mode', <Status of="mode" is={grant.mode} />],
          ['Connection', grant.connection?.name],
          [
            'Version of the server',
            version && (
              <a href={address(`mcp-grants?version=${version.id}`)}>
                {version.server?.name}, version {version.number}
              </a>
            ),
          ],
          ['Most rows of a read', grant.rowLimit && String(grant.rowLimit)],
          ['Last day', `${grant.expiresOn} (UTC)`],
          ['Created by', nameOf(grant.createdBy)],
          ['Created', <Time at={grant.createdAt} />],
          ['Revoked', grant.revokedAt && <Time at={grant.revokedAt} />],
          ['Reason', grant.revokeReason],
        ]}
      />
      <Limits of={grant} />
      {open === 'change' && <ChangeGrant of={grant} onClose={() => setOpen(null)} />}
      {open === 'revoke' && <RevokeGrant of={grant} onClose={() => setOpen(null)} />}
    </Screen>
  );
}

const reasons: Partial<Record<McpGrantObstacle, string>> = {
  CHANGED: 'Its provider has changed or removed it. Review the tool in another version, and grant it again.',
  DISCONNECTED: 'Its connection was disconnected.',
  EXPIRED: 'The grant has expired. Change its last day to let the agent find the tool again.',
  NOT_SERVED: 'Its version of the MCP server is quarantined, retired, or under review again.',
};

function Limits({ of: { argumentLimits } }: { of: GrantData }) {
  const words = new Map<string, string>(rules);
  return (
    <section>
      <h2>Limits of the arguments</h2>
      {argumentLimits.length === 0 && (
        <p class="quiet">None. The agent may send every argument that the tool takes.</p>
      )}
      {argumentLimits.length > 0 && (
        <div class="scroll">
          <table class="list">
            <caption class="unseen">Limits of the arguments</caption>
            <thead>
              <tr>
                <th scope="col">Argument</th>
                <th scope="col">Rule</th>
                <th scope="col">Value</th>
              </tr>
            </thead>
            <tbody>
              {boundsOf(argumentLimits).map(({ key, pointer, rule, value }) => (
                <tr key={key}>
                  <td>
                    <code>{pointer}</code>
                  </td>
                  <td>{words.get(rule)}</td>
                  <td>
                    <code>{value}</code>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
