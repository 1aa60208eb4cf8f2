import type { DeliveryData } from './delivery-data.ts';

/** The headers of each attempt. What differs from attempt to attempt is said in words. */
export function Headers({ of: delivery }: { of: DeliveryData }) {
  const { messageId, eventType, attemptCount, endpoint, endpointId } = delivery;
  const headers: [string, string | null, string?][] = [
    ['content-type', 'application/json'],
    ['user-agent', 'Sallyport-Webhooks/1'],
    ['webhook-id', messageId],
    ['webhook-event-type', eventType],
    ['webhook-attempt', attemptCount > 0 ? String(attemptCount) : null, 'The number of the attempt'],
    ['webhook-environment', endpoint?.environment ?? null, 'The environment of the endpoint'],
    ['webhook-endpoint-id', endpointId],
    ['webhook-timestamp', null, 'When the attempt begins, in Unix seconds'],
    ['webhook-signature', null, 'A signature with each signing secret, new for each attempt and not stored'],
    ['traceparent', null, 'New for each attempt (W3C Trace Context)'],
  ];
  return (
    <div class="scroll">
      <table class="list">
        <caption class="unseen">Headers of the last attempt</caption>
        <thead>
          <tr>
            <th scope="col">Header</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {headers.map(([name, value, words]) => (
            <tr key={name}>
              <td>
                <code>{name}</code>
              </td>
              <td>{value === null ? <span class="quiet">{words}</span> : <code>{value}</code>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
