import { useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import { Act } from '../app/act.tsx';
import { Screen, useAddress } from '../app/screen.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { CreateReference } from './create-reference.tsx';
import { CreateVault } from './create-vault.tsx';
import { ExternalVault } from './external-vault.tsx';
import { ExternalVaults } from './external-vaults.tsx';
import { Reference } from './reference.tsx';
import { References } from './references.tsx';
import './vault.css';

/** The credential references and external vaults of the workspace, or the one in the address. */
export default function Vault() {
  const { id } = useRoute().params;
  if (!id) return <All />;
  // An id begins with its type.
  return id.startsWith('vlt_') ? <ExternalVault key={id} id={id} /> : <Reference key={id} id={id} />;
}

function All() {
  const { query } = useLocation();
  const address = useAddress();
  const [isMaking, setMaking] = useState(false);
  const close = () => setMaking(false);
  const isExternal = query['show'] === 'external';
  const make = (
    <Act needs="credential_references:write" look="primary" onClick={() => setMaking(true)}>
      {isExternal ? 'Register a vault' : 'Store a secret'}
    </Act>
  );
  return (
    <Screen name="Vault" acts={make}>
      <Tabs
        label="Vault"
        of={[
          { word: 'Credential references', href: address('vault'), isHere: !isExternal },
          { word: 'External vaults', href: address('vault?show=external'), isHere: isExternal },
        ]}
      />
      {isExternal ? <ExternalVaults make={make} /> : <References make={make} />}
      {isMaking && (isExternal ? <CreateVault onClose={close} /> : <CreateReference onClose={close} />)}
    </Screen>
  );
}
