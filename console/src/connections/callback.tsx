import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { once } from '../app/once.ts';
import { Screen, useAddress } from '../app/screen.tsx';
import { announce } from '../parts/announce.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Refusal } from '../parts/refusal.ts';
import { Refused } from '../parts/refused.tsx';
import { CompleteConnectionAuthorizationDocument } from './documents.generated.ts';

/** The return from a provider: completes the authorization with what the address brings, and shows the connection. */
export function Callback() {
  const { query, route } = useLocation();
  const address = useAddress();
  // Once, with the address that the provider has sent the browser to.
  const [given] = useState({ query, route, address });
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  useEffect(() => {
    const complete = async () => {
      const { state = '', code, error, iss } = given.query;
      const input = { state, ...(code && { code }), ...(error && { error }), ...(iss && { iss }) };
      // The state names the command: a repeat has no second effect.
      const done = await once(CompleteConnectionAuthorizationDocument, { input }, state.slice(0, 64));
      const connection = done.completeConnectionAuthorization?.connection;
      if (!connection) return;
      announce('The connection is authorized.');
      // The code in the address has served, and leaves the history.
      given.route(given.address(`connections/${connection.id}`), true);
    };
    void complete().catch((failure) => setRefusal(failure instanceof Refusal ? failure : new Refusal({})));
  }, [given]);
  return (
    <Screen name="Completing the authorization" up={{ name: 'Connections', href: address('connections') }}>
      {refusal ? (
        <>
          <Refused refusal={refusal} />
          <p>Open the connection, and authorize it again.</p>
        </>
      ) : (
        <>
          <p class="quiet">The server exchanges the provider’s code for tokens.</p>
          <Skeleton rows={1} />
        </>
      )}
    </Screen>
  );
}
