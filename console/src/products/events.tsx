import { List } from '../app/list.tsx';
import { useAddress } from '../app/screen.tsx';
import { actorNameOf } from '../parts/actor.ts';
import { Dotted } from '../parts/dotted.tsx';
import { Empty } from '../parts/empty.tsx';
import { Time } from '../parts/time.tsx';
import { ProductEventsDocument } from './documents.generated.ts';
import { numberOf, type ProductData, type VersionRow } from './product-data.ts';

interface ProductEventsProps {
  of: ProductData;
  versions: readonly VersionRow[];
}

/** The events of a product and its newest versions. */
export function ProductEvents({ of: { id, name }, versions }: ProductEventsProps) {
  const address = useAddress();
  const names = new Map([[id, name], ...versions.map((it) => [it.id, `Version ${numberOf(it)}`] as const)]);
  return (
    <List
      caption="Events, newest first"
      document={ProductEventsDocument}
      variables={{}}
      connection={({ events }) => events}
      filter={({ resource }) => names.has(resource.id)}
      columns={[
        {
          name: 'Event',
          cell: (event) => (
            <a href={address(`events/${event.id}`)}>
              <Dotted name={event.type} />
            </a>
          ),
        },
        { name: 'About', cell: ({ resource }) => names.get(resource.id) },
        { name: 'By', isExtra: true, cell: ({ actor }) => actorNameOf(actor) },
        { name: 'When', cell: ({ occurredAt }) => <Time at={occurredAt} /> },
      ]}
      empty={
        <Empty icon="activity" title="No event of this product">
          <p>An event is written when the product or one of its versions changes. Webhooks can receive it.</p>
        </Empty>
      }
    />
  );
}
