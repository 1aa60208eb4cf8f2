import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import { Act } from '../app/act.tsx';
import { useFilter } from '../app/filter.ts';
import { List } from '../app/list.tsx';
import { Screen, useAddress } from '../app/screen.tsx';
import { nameOf } from '../parts/actor.ts';
import { Empty } from '../parts/empty.tsx';
import { Filters, FilterText } from '../parts/filter.tsx';
import { Snippet } from '../parts/snippet.tsx';
import { Time } from '../parts/time.tsx';
import { CreateProduct } from './create-product.tsx';
import { ProductsDocument } from './documents.generated.ts';
import { Product } from './product.tsx';
import { Version } from './version.tsx';
import './products.css';

/** The API products of the workspace, the product in the address, or the version in it. */
export default function Products() {
  const { id, tab } = useRoute().params;
  if (id && tab) return <Version key={tab} id={tab} productId={id} />;
  // An event or a pasted id names a version without its product.
  if (id?.startsWith('prv_')) return <Version key={id} id={id} />;
  return id ? <Product key={id} id={id} /> : <All />;
}

function All() {
  const [isMaking, setMaking] = useState(false);
  const [name, setName] = useFilter('name');
  const address = useAddress();
  const words = name.toLowerCase();
  const make = (
    <Act needs="api_products:write" look="primary" onClick={() => setMaking(true)}>
      Create an API product
    </Act>
  );
  return (
    <Screen name="API products" acts={make}>
      <Filters>
        <FilterText label="Name or slug" value={name} onChange={setName} />
      </Filters>
      <List
        key={name}
        caption="API products, newest first"
        document={ProductsDocument}
        variables={{}}
        connection={({ apiProducts }) => apiProducts}
        filter={(product) => `${product.name} ${product.slug}`.toLowerCase().includes(words)}
        columns={[
          { name: 'Name', cell: ({ id, name: it }) => <a href={address(`products/${id}`)}>{it}</a> },
          { name: 'Slug', cell: ({ slug }) => <code>{slug}</code> },
          { name: 'Owner', isExtra: true, cell: ({ owner }) => nameOf(owner) },
          { name: 'Created', isExtra: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
        ]}
        empty={
          name ? (
            <Empty icon="products" title="No API product has this name">
              <p>The list has no retired products. Open a retired one by its id.</p>
            </Empty>
          ) : (
            <Empty icon="products" title="No API product yet">
              <p>
                An API product is your own API, in versions that OpenAPI documents describe. Applications that
                are assigned to it call it in the sandbox first.
              </p>
              {make}
              <Snippet
                text={`curl -X POST ${location.origin}/api/console/products -H 'Authorization: Bearer <accessToken>' -H 'Content-Type: application/json' -d '{"slug":"shop","name":"Web shop"}'`}
              />
            </Empty>
          )
        }
      />
      {isMaking && <CreateProduct onClose={() => setMaking(false)} />}
    </Screen>
  );
}
