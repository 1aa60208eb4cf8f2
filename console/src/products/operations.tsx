import { visible } from '../parts/visible.ts';
import type { VersionData } from './product-data.ts';

/** The operations of a version, in the order of its document. */
export function Operations({ of: { operations } }: { of: VersionData }) {
  return (
    <div class="scroll">
      <table class="list">
        <caption class="unseen">Operations, in the order of the document</caption>
        <thead>
          <tr>
            <th scope="col">Method</th>
            <th scope="col">Path</th>
            <th scope="col">Id</th>
            <th scope="col" class="extra">
              Title
            </th>
          </tr>
        </thead>
        <tbody>
          {operations.map(({ operationId, method, path, title }) => (
            <tr key={operationId}>
              <td>
                <code>{method}</code>
              </td>
              <td>
                <code>{visible(path)}</code>
              </td>
              <td>{visible(operationId)}</td>
              <td class="extra">{visible(title)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
