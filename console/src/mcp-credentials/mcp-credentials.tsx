import { useLocation, useRoute } from 'preact-iso/router';
import { may } from '../app/me.ts';
import { Screen, useAddress } from '../app/screen.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { Client } from './client.tsx';
import { Clients } from './clients.tsx';
import { Consents } from './consents.tsx';
import { Credential } from './credential.tsx';
import { CreateButton, Credentials } from './credentials.tsx';
import { RegisterButton } from './register.tsx';

const tabs = [
  ['credentials', 'Credentials'],
  ['clients', 'Clients'],
  ['consents', 'Your consents'],
] as const;

/** The MCP credentials, clients and consents, or the credential or client in the address. */
export default function McpCredentials() {
  const { id } = useRoute().params;
  if (id?.startsWith('mcpk_')) return <Client key={id} id={id} />;
  return id ? <Credential key={id} id={id} /> : <All />;
}

function All() {
  const { query } = useLocation();
  const address = useAddress();
  const open = tabs.filter(([name]) => name !== 'clients' || may('mcp_clients:read'));
  const [tab] = open.find(([name]) => name === query['tab']) ?? tabs[0];
  const acts = { credentials: <CreateButton />, clients: <RegisterButton />, consents: null }[tab];
  return (
    <Screen name="MCP credentials" acts={acts}>
      <Tabs
        label="Kinds of access"
        of={open.map(([name, word]) => ({
          word,
          href: address(name === 'credentials' ? 'mcp-credentials' : `mcp-credentials?tab=${name}`),
          isHere: name === tab,
        }))}
      />
      {tab === 'credentials' && <Credentials />}
      {tab === 'clients' && <Clients />}
      {tab === 'consents' && <Consents />}
    </Screen>
  );
}
