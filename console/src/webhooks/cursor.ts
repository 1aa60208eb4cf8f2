import { useEffect, useState } from 'preact/hooks';
import { changed } from '../app/changes.ts';
import { client } from '../app/client.ts';
import { DeliveryCursorDocument } from './documents.generated.ts';

/** Returns what the subscription needs to receive each change of deliveries from now on; null before that. */
export function useDeliveryLine(endpointId: string): { endpointId: string; after: string } | null {
  const { urql } = client.value;
  const [after, setAfter] = useState<string | null>(null);
  useEffect(() => {
    let isHere = true;
    const read = async () => {
      const { data } = await urql
        .query(DeliveryCursorDocument, { id: endpointId }, { requestPolicy: 'network-only' })
        .toPromise();
      if (!isHere || !data?.webhookEndpoint) return;
      setAfter(data.webhookEndpoint.deliveryCursor);
      // What was read before the cursor may lack a change.
      changed();
    };
    void read();
    return () => void (isHere = false);
  }, [urql, endpointId]);
  return after === null ? null : { endpointId, after };
}
