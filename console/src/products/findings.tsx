import { visible } from '../parts/visible.ts';

interface FindingsProps {
  of: readonly { pointer: string; code: string; message: string }[];
  /** How many there are in all. */
  count: number;
}

/** What the server left out of a document or cannot use, each with its position. */
export function Findings({ of, count }: FindingsProps) {
  if (of.length === 0) return <p class="quiet">The server can use the whole document.</p>;
  return (
    <>
      {count > of.length && (
        <p class="quiet">
          The first {of.length} of {count}.
        </p>
      )}
      <div class="scroll">
        <table class="list">
          <caption class="unseen">Findings in the document</caption>
          <thead>
            <tr>
              <th scope="col">Finding</th>
              <th scope="col">Code</th>
            </tr>
          </thead>
          <tbody>
            {of.map(({ pointer, code, message }) => (
              <tr key={`${code} ${pointer} ${message}`}>
                <td>
                  {visible(message)}
                  <br />
                  <code class="quiet">{visible(pointer)}</code>
                </td>
                <td>
                  <code>{code}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
