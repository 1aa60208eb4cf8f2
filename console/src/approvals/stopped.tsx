import { useState } from 'preact/hooks';
import { Act } from '../app/act.tsx';
import { me } from '../app/me.ts';
import { send } from '../app/write.ts';
import { Icon } from '../parts/icon.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { MailTheProofDocument, WithdrawDocument } from './documents.generated.ts';
import { requests } from './requests.ts';
import type { RequestData, Stop } from './stop.ts';

/** Why the reader cannot decide the request, and what they can do instead. */
export function Stopped({ request, stop }: { request: RequestData; stop: Stop }) {
  const { id, status, requestedBy } = request;
  const isMine = status === 'PENDING' && requestedBy?.id === me.value?.member?.id;
  const withdraw = async () => {
    const { cancelRequest } = await send(WithdrawDocument, { input: { approvalRequestId: id } });
    if (cancelRequest) requests.value.merge([cancelRequest.approvalRequest]);
  };
  return (
    <footer class="decide">
      <Notice title={stop.title} text={stop.text} />
      {(isMine || stop.needsProof) && (
        <div class="buttons">
          {stop.needsProof && <MailTheProof />}
          {isMine && (
            <Act needs="workspace:read" onClick={withdraw}>
              Withdraw the request
            </Act>
          )}
        </div>
      )}
    </footer>
  );
}

export function Notice({ title, text }: { title: string; text: string }) {
  return (
    <div class="notice" role="note">
      <Icon name="members" />
      <div>
        <p>
          <b>{title}.</b> <Sentence text={text} />
        </p>
      </div>
    </div>
  );
}

function MailTheProof() {
  const [isMailed, setMailed] = useState(false);
  const email = me.value?.person?.email ?? '';
  const mail = async () => {
    await send(MailTheProofDocument, { input: { email } });
    setMailed(true);
  };
  if (isMailed) return <p role="status">A mail to {email} is on its way. Open its link, then come back.</p>;
  return (
    <Act needs="workspace:read" onClick={mail}>
      Mail the proof to {email}
    </Act>
  );
}
