import { useState } from 'preact/hooks';
import { client, refusalOf } from '../app/client.ts';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import type { Refusal } from '../parts/refusal.ts';
import { Refused } from '../parts/refused.tsx';
import { Time } from '../parts/time.tsx';
import { AuditVerificationDocument, type AuditVerificationQuery } from './documents.generated.ts';

type Result = NonNullable<AuditVerificationQuery['auditVerification']> & { at: string };

/** Verifies the chain of the log when a person asks, since the server then reads all of it. */
export function Verification() {
  const [result, setResult] = useState<Result | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isReading, setReading] = useState(false);
  const verify = async () => {
    setReading(true);
    const { data, error } = await client.value.urql.query(
      AuditVerificationDocument,
      {},
      { requestPolicy: 'network-only' },
    );
    setReading(false);
    setRefusal(error ? refusalOf(error) : null);
    if (data?.auditVerification) setResult({ ...data.auditVerification, at: new Date().toISOString() });
  };
  return (
    <>
      <output class={result && !result.valid ? 'verification notice bad' : 'verification notice'}>
        <Icon name={result ? (result.valid ? 'shield' : 'alert') : 'audit'} />
        <div>{result ? <Words of={result} /> : <Question />}</div>
        <Button onClick={() => void verify()} disabled={isReading}>
          {isReading ? 'Verifying…' : result ? 'Verify again' : 'Verify the log'}
        </Button>
      </output>
      {refusal && <Refused refusal={refusal} />}
    </>
  );
}

function Question() {
  return (
    <p>
      Each entry includes the hash of the one before. The server can verify that no entry was changed, moved,
      inserted or removed.
    </p>
  );
}

function Words({ of }: { of: Result }) {
  const { valid, checked, firstBadSeq, problem, headHash, anchoredSeq, at } = of;
  return (
    <>
      <p>
        <strong>{valid ? 'The log is intact.' : `Entry ${firstBadSeq ?? ''} breaks the chain.`}</strong>{' '}
        {valid
          ? `The server checked ${entriesOf(checked)}, and each has the hash of the one before.`
          : `${problem ?? ''} The entries before it are intact.`}
      </p>
      <p class="quiet">
        {anchoredSeq === null
          ? 'No signature outside the database covers it yet.'
          : `A signature outside the database covers it up to entry ${anchoredSeq}.`}{' '}
        Verified <Time at={at} />.
      </p>
      <p class="quiet hash">
        Last hash <code>{headHash}</code>
      </p>
    </>
  );
}

function entriesOf(count: number): string {
  return count === 1 ? '1 entry' : `${count} entries`;
}
