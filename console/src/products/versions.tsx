import { Act } from '../app/act.tsx';
import { List } from '../app/list.tsx';
import { useAddress } from '../app/screen.tsx';
import { Empty } from '../parts/empty.tsx';
import { Snippet } from '../parts/snippet.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { visible } from '../parts/visible.ts';
import { VersionsDocument } from './documents.generated.ts';
import { numberOf, type ProductData } from './product-data.ts';

/** Every version of a product, discarded ones included. */
export function Versions({ of, open }: { of: ProductData; open: (it: 'draft') => void }) {
  const address = useAddress();
  const { id, status } = of;
  return (
    <List
      caption="Versions, newest first"
      document={VersionsDocument}
      variables={{ productId: id }}
      connection={({ apiProductVersions }) => apiProductVersions}
      columns={[
        {
          name: 'Version',
          cell: (it) => <a href={address(`products/${id}/${it.id}`)}>{numberOf(it)}</a>,
        },
        {
          name: 'State',
          cell: (it) => (
            <span class="beside">
              <Status of="apiProductVersion" is={it.status} />
              {it.liveSince && <Status of="environment" is="LIVE" />}
            </span>
          ),
        },
        { name: 'Title', isExtra: true, cell: ({ title }) => visible(title) },
        { name: 'Label', isExtra: true, cell: ({ label }) => <code>{visible(label)}</code> },
        { name: 'Findings', isExtra: true, isNumber: true, cell: ({ findingCount }) => findingCount },
        { name: 'Last change', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
      ]}
      empty={
        <Empty icon="draft" title="No version yet">
          <p>
            A version is an OpenAPI document. Draft it, read what the server finds in it, and publish it. Then
            applications can be assigned to the product.
          </p>
          {status === 'ACTIVE' && (
            <Act needs="api_products:write" onClick={() => open('draft')}>
              Draft the first version
            </Act>
          )}
          <Snippet
            text={`node -p 'JSON.stringify({ document: fs.readFileSync("shop.yaml", "utf8") })' | curl -X POST ${location.origin}/api/console/products/${id}/versions -H 'Authorization: Bearer <accessToken>' -H 'Content-Type: application/json' -d @-`}
          />
        </Empty>
      }
    />
  );
}
