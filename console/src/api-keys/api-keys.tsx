import { useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import { List } from '../app/list.tsx';
import { may } from '../app/me.ts';
import { Act } from '../app/act.tsx';
import { Screen, useAddress } from '../app/screen.tsx';
import { Empty } from '../parts/empty.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { CreateKey } from './create-key.tsx';
import { ApiKeysDocument } from './documents.generated.ts';
import { Key } from './key.tsx';

/** The API keys of the workspace or of one application, or the key in the address. */
export default function ApiKeys() {
  const { id } = useRoute().params;
  return id ? <Key key={id} id={id} /> : <All />;
}

function All() {
  const { query, url } = useLocation();
  const [isMaking, setMaking] = useState(false);
  const address = useAddress();
  const applicationId = query['application'];
  const needs = may('api_keys:create_live') ? 'api_keys:create_live' : 'api_keys:create_sandbox';
  const make = (
    <Act needs={needs} look="primary" onClick={() => setMaking(true)}>
      Create a key
    </Act>
  );
  const [path = ''] = url.split('?');
  return (
    <Screen name="API keys" acts={make}>
      {applicationId && (
        <p class="quiet">
          The keys of one application. <a href={path}>Show all</a>
        </p>
      )}
      <List
        key={applicationId}
        caption="API keys, newest first"
        document={ApiKeysDocument}
        variables={applicationId ? { applicationId } : {}}
        connection={({ apiKeys }) => apiKeys}
        columns={[
          { name: 'Name', cell: ({ id, name }) => <a href={address(`api-keys/${id}`)}>{name}</a> },
          { name: 'Environment', cell: ({ environment }) => <Status of="environment" is={environment} /> },
          { name: 'State', cell: ({ effectiveStatus }) => <Status of="apiKey" is={effectiveStatus} /> },
          { name: 'Application', isExtra: true, cell: ({ application }) => application?.name },
          { name: 'Key', isExtra: true, cell: ({ hint }) => <code>{hint}</code> },
          {
            name: 'Last call',
            isExtra: true,
            cell: ({ lastUsedAt }) =>
              lastUsedAt ? <Time at={lastUsedAt} /> : <span class="quiet">Never</span>,
          },
          { name: 'Calls in 24 hours', isExtra: true, isNumber: true, cell: (key) => key.callsLast24Hours },
        ]}
        empty={
          <Empty icon="keys" title="No API key yet">
            <p>
              An API key lets a program of yours call APIs: in the sandbox, or live with production access.
            </p>
            {make}
          </Empty>
        }
      />
      {isMaking && <CreateKey applicationId={applicationId} onClose={() => setMaking(false)} />}
    </Screen>
  );
}
