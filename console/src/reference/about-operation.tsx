import { useAddress } from '../app/screen.tsx';
import { Facts } from '../parts/facts.tsx';
import { Status } from '../parts/status.tsx';
import { Sentence } from '../parts/sentence.tsx';
import type { OperationData } from './operation-data.ts';

/** Who may call the operation, why not, and how often it was called. */
export function AboutOperation({ of: row, needs }: { of: OperationData; needs: string }) {
  const address = useAddress();
  const { product, isCallable, whyNot, isCallableLive, whyNotLive, calls, unfitAnswers } = row;
  return (
    <Facts
      of={[
        ['Operation id', <code>{row.operationId}</code>],
        ['API product', product ?? 'The server’s own API'],
        ['It needs', needs !== '' && <code>{needs}</code>],
        [
          product === null ? 'May I call it' : 'In the sandbox',
          isCallable !== null && <Callable is={isCallable} why={whyNot} />,
        ],
        ['Live', isCallableLive !== null && <Callable is={isCallableLive} why={whyNotLive} />],
        [
          'Keys',
          whyNot?.code === 'credential_missing' && <a href={address('api-keys')}>Look at the API keys</a>,
        ],
        ['Calls in 30 days', calls !== null && calls.toLocaleString('en')],
        ['Unfit answers', unfitAnswers !== null && unfitAnswers > 0 && unfitAnswers.toLocaleString('en')],
      ]}
    />
  );
}

function Callable({ is, why }: { is: boolean; why: OperationData['whyNot'] }) {
  return (
    <>
      <Status of="callable" is={is ? 'YES' : 'NO'} />
      {why && (
        <p class="quiet">
          <Sentence text={why.message} /> <code>{why.code}</code>
        </p>
      )}
    </>
  );
}
