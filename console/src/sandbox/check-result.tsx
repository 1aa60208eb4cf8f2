import { useEffect } from 'preact/hooks';
import { may } from '../app/me.ts';
import { useAddress } from '../app/screen.tsx';
import { announce } from '../parts/announce.tsx';
import { Icon } from '../parts/icon.tsx';
import { visible } from '../parts/visible.ts';
import type { CheckSampleDataMutation } from './documents.generated.ts';

export type Checked = NonNullable<CheckSampleDataMutation['checkSampleData']>;

/** What a check of samples found, and its receipt. */
export function CheckResult({ of: { valid, findings, testReceipt } }: { of: Checked }) {
  const address = useAddress();
  const count = findings.length === 1 ? 'one finding' : `${findings.length} findings`;
  const words = valid ? 'All samples conform.' : `The samples do not conform: ${count}.`;
  useEffect(() => announce(words), [words]);
  return (
    <>
      <div class={`notice ${valid ? 'good' : 'bad'}`}>
        <Icon name={valid ? 'check' : 'alert'} />
        <div>
          <p>{words}</p>
          {may('test_receipts:read') && (
            <p>
              <a href={address(`test-receipts/${testReceipt.id}`)}>Open the test receipt</a>
            </p>
          )}
        </div>
      </div>
      {findings.length > 0 && (
        <div class="scroll">
          <table class="list">
            <caption class="unseen">Findings, by sample</caption>
            <thead>
              <tr>
                <th scope="col">Place</th>
                <th scope="col">Finding</th>
              </tr>
            </thead>
            <tbody>
              {findings.map(({ pointer, code, message }) => (
                <tr key={`${pointer} ${code} ${message}`}>
                  <td>
                    <code>{visible(pointer)}</code>
                  </td>
                  <td>{visible(message)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
