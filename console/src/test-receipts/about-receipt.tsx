import { may } from '../app/me.ts';
import { useRead } from '../app/read.ts';
import { useAddress } from '../app/screen.tsx';
import { Conformance } from '../parts/conformance.tsx';
import { Facts } from '../parts/facts.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { ReceiptApplicationDocument, type TestReceiptQuery } from './documents.generated.ts';
import { stateOf, versionOf } from './words.ts';

type Receipt = NonNullable<TestReceiptQuery['testReceipt']>;

const ways = { KEY: 'With the secret of the key', EXPLORER: 'In the explorer' };

/** What was tested, when and how. */
export function AboutReceipt({ of: receipt }: { of: Receipt }) {
  const address = useAddress();
  const { applicationId, kind, answerStatus, via, keyId, revokedAt } = receipt;
  const { data } = useRead(ReceiptApplicationDocument, { id: applicationId });
  return (
    <Facts
      of={[
        ['State', <Status of="testReceipt" is={stateOf(receipt)} />],
        ['Version', <Status of="servedVersion" is={receipt.isCurrent ? 'CURRENT' : 'PAST'} />],
        ['Conformance', <Conformance of={receipt.conformance} />],
        [
          'Operation',
          <code>
            {receipt.method} {receipt.operationId}
          </code>,
        ],
        ['API product', `${receipt.product?.name ?? 'A former product'} (${versionOf(receipt)})`],
        ['Proof of', kind === 'CALL' ? 'A call' : 'A check of samples'],
        ['Status of the answer', answerStatus !== null && String(answerStatus)],
        ['Scenario', receipt.scenario && <code>{receipt.scenario}</code>],
        ['Called', via && ways[via]],
        [
          'Key',
          keyId && (may('api_keys:read') ? <a href={address(`api-keys/${keyId}`)}>Open the key</a> : keyId),
        ],
        [
          'Application',
          <a href={address(`applications/${applicationId}`)}>{data?.application?.name ?? 'Open it'}</a>,
        ],
        ['Issued', <Time at={receipt.createdAt} />],
        ['Valid until', <Time at={receipt.expiresAt} />],
        ['Revoked', revokedAt && <Time at={revokedAt} />],
      ]}
    />
  );
}
