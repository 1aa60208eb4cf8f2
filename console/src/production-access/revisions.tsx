import { useRead } from '../app/read.ts';
import { useAddress } from '../app/screen.tsx';
import { nameOf } from '../parts/actor.ts';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { RevisionsDocument } from './documents.generated.ts';

/** Every submission, newest first: what it changed and how it ended. */
export function Revisions({ applicationId }: { applicationId: string }) {
  const { data } = useRead(RevisionsDocument, { applicationId });
  const address = useAddress();
  const rows = data?.productionAccessRevisions?.edges.map(({ node }) => node).toReversed() ?? [];
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>Revisions</h2>
      <div class="scroll">
        <table class="list">
          <caption class="unseen">Revisions, newest first</caption>
          <thead>
            <tr>
              <th scope="col">Revision</th>
              <th scope="col">State</th>
              <th scope="col">Submitted</th>
              <th scope="col" class="extra">
                By
              </th>
              <th scope="col" class="extra">
                Changed
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.revision}>
                <td>
                  {row.approvalRequest ? (
                    <a href={address(`approvals/${row.approvalRequest.id}`)}>{row.revision}</a>
                  ) : (
                    row.revision
                  )}
                </td>
                <td>
                  <Status of="revision" is={row.status} />
                </td>
                <td>
                  <Time at={row.submittedAt} />
                </td>
                <td class="extra">{nameOf(row.requestedBy)}</td>
                <td class="extra">{row.changes.map(({ field }) => field).join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
