import type { ComponentChildren } from 'preact';
import { Act } from '../app/act.tsx';
import { List } from '../app/list.tsx';
import { useAddress } from '../app/screen.tsx';
import { Empty } from '../parts/empty.tsx';
import { quotaWords } from '../parts/quota-words.ts';
import { Snippet } from '../parts/snippet.tsx';
import { Status } from '../parts/status.tsx';
import { visible } from '../parts/visible.ts';
import { nameOfAssigned, type AssignmentData, type Open } from './assignment-data.ts';
import { AssignmentsDocument } from './documents.generated.ts';

interface AssignmentsProps {
  applicationId: string;
  /** Whether the assignments can be changed. */
  isOpen: boolean;
  open: (it: Open) => void;
  assign: ComponentChildren;
}

/** The assignments of an application. */
export function Assignments({ applicationId, isOpen, open, assign }: AssignmentsProps) {
  return (
    <List
      caption="Assigned API products, newest first"
      document={AssignmentsDocument}
      variables={{ applicationId }}
      connection={({ productAssignments }) => productAssignments}
      columns={[
        { name: 'API product', cell: (it) => <ProductLink of={it} /> },
        { name: 'Environment', cell: ({ environment }) => <Status of="environment" is={environment} /> },
        {
          name: 'Operations',
          isExtra: true,
          cell: ({ operations }) => (operations ? visible(operations.join(', ')) : 'All'),
        },
        { name: 'Quota', isExtra: true, cell: ({ quota }) => quotaWords(quota) },
        ...(isOpen ? [{ name: 'Actions', cell: (it: AssignmentData) => <Acts of={it} open={open} /> }] : []),
      ]}
      empty={
        <Empty icon="products" title="No API product is assigned">
          <p>
            The keys of an application call the API products that are assigned to it. An assignment is for the
            sandbox. An approval of production access assigns products for live calls.
          </p>
          {assign}
          <Snippet
            text={`curl -X POST ${location.origin}/api/console/applications/${applicationId}/assignments -H 'Authorization: Bearer <accessToken>' -H 'Content-Type: application/json' -d '{"productId":"<prd_…>","major":1}'`}
          />
        </Empty>
      }
    />
  );
}

function ProductLink({ of }: { of: AssignmentData }) {
  const address = useAddress();
  const { product, major } = of;
  if (!product) return <>{nameOfAssigned(of)}</>;
  return (
    <>
      <a href={address(`products/${product.id}`)}>{product.name}</a> <code>v{major}</code>
    </>
  );
}

function Acts({ of, open }: { of: AssignmentData; open: (it: Open) => void }) {
  const which = `${nameOfAssigned(of)}, ${of.environment === 'LIVE' ? 'live' : 'sandbox'}`;
  return (
    <span class="beside">
      <Act needs="product_assignments:write" onClick={() => open({ is: 'change', of })}>
        Change<span class="unseen"> {which}</span>
      </Act>
      <Act needs="product_assignments:write" look="danger" onClick={() => open({ is: 'unassign', of })}>
        Remove<span class="unseen"> {which}</span>
      </Act>
    </span>
  );
}
