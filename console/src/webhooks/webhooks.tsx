import { useRoute } from 'preact-iso/router';
import { Delivery } from './delivery.tsx';
import { Endpoint } from './endpoint.tsx';
import { Endpoints } from './endpoints.tsx';
import { Type } from './type.tsx';
import { Types } from './types.tsx';
import './webhooks.css';

/** The webhook endpoints and event types, or the endpoint, delivery or type in the address. */
export default function Webhooks() {
  const { id, tab } = useRoute().params;
  if (!id) return <Endpoints />;
  if (id === 'types') return tab ? <Type key={tab} type={tab} /> : <Types />;
  return tab ? <Delivery key={tab} id={tab} endpointId={id} /> : <Endpoint key={id} id={id} />;
}
