import { Status } from '../parts/status.tsx';
import { visible } from '../parts/visible.ts';
import type { Change } from './product-data.ts';

const kinds = ['BREAKING', 'ADDITIVE', 'WORDS'] as const;

/** The changes between two versions, each with its position. */
export function ChangeList({ of, caption }: { of: readonly Change[]; caption: string }) {
  if (of.length === 0) return <p class="quiet">No change that the server compares.</p>;
  return (
    <>
      <p class="quiet">{summaryOf(of)}</p>
      <div class="scroll">
        <table class="list">
          <caption class="unseen">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">Kind</th>
              <th scope="col">Change</th>
            </tr>
          </thead>
          <tbody>
            {of.map(({ kind, pointer, code, message }) => (
              <tr key={`${code} ${pointer} ${message}`}>
                <td>
                  <Status of="apiProductChange" is={kind as (typeof kinds)[number]} />
                </td>
                <td>
                  {visible(message)}
                  <br />
                  <code class="quiet">{visible(pointer)}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function summaryOf(changes: readonly Change[]): string {
  return kinds
    .map((kind) => [changes.filter((change) => change.kind === kind).length, words[kind]] as const)
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(', ');
}

const words = { BREAKING: 'breaking', ADDITIVE: 'additive', WORDS: 'in words only' };
