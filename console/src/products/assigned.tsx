import { List } from '../app/list.tsx';
import { useAddress } from '../app/screen.tsx';
import { Empty } from '../parts/empty.tsx';
import { quotaWords } from '../parts/quota-words.ts';
import { Snippet } from '../parts/snippet.tsx';
import { Status } from '../parts/status.tsx';
import { AssignedApplicationsDocument } from './documents.generated.ts';
import type { ProductData } from './product-data.ts';

/** The applications that a product is assigned to. Their own screens change it. */
export function Assigned({ of: { id } }: { of: ProductData }) {
  const address = useAddress();
  return (
    <List
      caption="Assigned to applications, newest first"
      document={AssignedApplicationsDocument}
      variables={{ productId: id }}
      connection={({ productAssignments }) => productAssignments}
      columns={[
        {
          name: 'Application',
          cell: ({ application, applicationId }) => (
            <a href={address(`applications/${applicationId}/products`)}>
              {application?.name ?? applicationId}
            </a>
          ),
        },
        { name: 'Major', cell: ({ major }) => `v${major}` },
        { name: 'Environment', cell: ({ environment }) => <Status of="environment" is={environment} /> },
        {
          name: 'Operations',
          isExtra: true,
          cell: ({ operations }) => (operations ? String(operations.length) : 'All'),
        },
        { name: 'Quota', isExtra: true, cell: ({ quota }) => quotaWords(quota) },
        {
          name: 'State',
          isExtra: true,
          cell: ({ application }) => application && <Status of="application" is={application.status} />,
        },
      ]}
      empty={
        <Empty icon="applications" title="No application may call it yet">
          <p>
            Open an <a href={address('applications')}>application</a>, and assign the product to it there.
          </p>
          <Snippet
            text={`curl -X POST ${location.origin}/api/console/applications/<app_…>/assignments -H 'Authorization: Bearer <accessToken>' -H 'Content-Type: application/json' -d '{"productId":"${id}","major":1}'`}
          />
        </Empty>
      }
    />
  );
}
