import { useState } from 'preact/hooks';
import { Act } from '../app/act.tsx';
import { may } from '../app/me.ts';
import { useRead } from '../app/read.ts';
import { Screen, useAddress } from '../app/screen.tsx';
import { send } from '../app/write.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Id } from '../parts/copy.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Json } from '../parts/json.tsx';
import { Refused } from '../parts/refused.tsx';
import { Snippet } from '../parts/snippet.tsx';
import { AboutReceipt } from './about-receipt.tsx';
import { RevokeTestReceiptDocument, TestReceiptDocument } from './documents.generated.ts';
import { claimsOf } from './words.ts';

/** One receipt: what it states, whether it is valid, and how anyone verifies it. */
export function Receipt({ id }: { id: string }) {
  const { data, refusal, again } = useRead(TestReceiptDocument, { id });
  const address = useAddress();
  const [isRevoking, setRevoking] = useState(false);
  const receipt = data?.testReceipt;
  const of = receipt ? `?application=${receipt.applicationId}` : '';
  const up = { name: 'Test receipts', href: address(`test-receipts${of}`) };
  if (!receipt)
    return (
      <Screen name="Test receipt" up={up}>
        {refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />}
      </Screen>
    );
  const { rowVersion, operationId, product, version, status, kind } = receipt;
  const obstacle = status === 'REVOKED' ? 'It is revoked already.' : null;
  const name = product && version && `${product.slug}@v${version.major}`;
  const query = new URLSearchParams({
    application: receipt.applicationId,
    product: name ?? '',
    operation: operationId,
  });
  return (
    <Screen
      name={`Receipt of ${operationId}`}
      up={up}
      above={<Id value={id} />}
      acts={
        <Act needs="sandbox:run" obstacle={obstacle} look="danger" onClick={() => setRevoking(true)}>
          Revoke
        </Act>
      }
    >
      <AboutReceipt of={receipt} />
      {kind === 'CALL' && name && may('sandbox:run') && (
        <p>
          <a href={address(`explorer?${query.toString()}`)}>Call it again in the explorer</a>
        </p>
      )}
      <section>
        <h2>Claims</h2>
        <p class="quiet">
          What the signature covers. A receipt has no body, header or address, and grants nothing.
        </p>
        <Json value={claimsOf(receipt.jws)} />
      </section>
      <section>
        <h2>Verify it</h2>
        <p class="quiet">
          Anyone can, without a credential. The answer says whether it is valid, why not, and whether its
          version is still served.
        </p>
        <Snippet
          text={`curl -X POST ${location.origin}/v1/receipts/verify -H 'Content-Type: application/json' -d '{"receipt":"${receipt.jws}"}'`}
        />
        <p class="quiet">The receipt itself, a compact JWS:</p>
        <Snippet text={receipt.jws} what="receipt" />
      </section>
      {isRevoking && (
        <Confirm
          title="Revoke the receipt"
          act="Revoke the receipt"
          onClose={() => setRevoking(false)}
          onConfirm={async () =>
            void (await send(RevokeTestReceiptDocument, { input: { id, ifRowVersion: rowVersion } }))
          }
        >
          <p>
            Whoever verifies it then learns that it is revoked. It does not count as tested anymore. This
            cannot be undone.
          </p>
        </Confirm>
      )}
    </Screen>
  );
}
