import { useAddress } from '../app/screen.tsx';
import { may } from '../app/me.ts';
import { nameOf, wordsOf } from '../parts/actor.ts';
import { Facts } from '../parts/facts.tsx';
import { Time } from '../parts/time.tsx';
import type { ConnectionData } from './connection-data.ts';
import { methodNames } from './words.ts';

/** Where a connection leads, by whom, and how its calls went. */
export function ConnectionFacts({ of: connection }: { of: ConnectionData }) {
  const address = useAddress();
  const { connector, project, health, scopes, scopesGranted, credentialReferenceId } = connection;
  const hasSettings = Object.keys(connection.settings as object).length > 0;
  return (
    <Facts
      of={[
        ['Connector', connector && <a href={address(`connectors/${connector.id}`)}>{connector.name}</a>],
        ['Project', project && <a href={address(`projects/${project.id}`)}>{project.name}</a>],
        ['Address', <code>{connection.baseUrl}</code>],
        ['Account', connection.accountId ?? 'Unknown'],
        ['Credential', methodNames[connection.method]],
        ['Security scheme', connection.scheme && <code>{connection.scheme}</code>],
        [
          'Credential reference',
          credentialReferenceId &&
            (may('credential_references:read') ? (
              <a href={address(`vault/${credentialReferenceId}`)}>In the vault</a>
            ) : (
              'In the vault'
            )),
        ],
        ['Secret changed', connection.secretChangedAt && <Time at={connection.secretChangedAt} />],
        ['Requested scopes', scopes.length > 0 && scopes.join(', ')],
        ['Granted scopes', scopesGranted && (scopesGranted.join(', ') || 'None')],
        ['Authorized by', connection.authorizedAt && nameOf(connection.authorizedBy)],
        ['Authorized', connection.authorizedAt && <Time at={connection.authorizedAt} />],
        ['Access token expires', health.tokenExpiresAt && <Time at={health.tokenExpiresAt} />],
        ['Last success', health.lastOkAt ? <Time at={health.lastOkAt} /> : 'Never'],
        [
          'Last error',
          health.lastErrorAt && (
            <>
              <code>{health.lastErrorCode ?? 'unknown'}</code>, <Time at={health.lastErrorAt} />
            </>
          ),
        ],
        [
          'Test',
          connection.testCapability ? (
            <a href={address(`capabilities/${connection.testCapability.id}`)}>
              {connection.testCapability.title}
            </a>
          ) : (
            'None'
          ),
        ],
        ['Next test', health.nextCheckAt && <Time at={health.nextCheckAt} />],
        ['Settings', hasSettings && <code>{JSON.stringify(connection.settings)}</code>],
        ['Created by', nameOf(connection.createdBy)],
        ['Created', <Time at={connection.createdAt} />],
        ['Disconnected', connection.disconnectedAt && <Time at={connection.disconnectedAt} />],
        ['Revocation at the provider', connection.revocation && wordsOf(connection.revocation)],
      ]}
    />
  );
}
