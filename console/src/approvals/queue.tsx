import { useEffect, useRef } from 'preact/hooks';
import { nameOf } from '../parts/actor.ts';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { chosen, toggle } from './chosen.ts';
import { refusals, sending } from './decide.ts';
import { delayed } from './delayed.ts';
import { requests, type Row } from './requests.ts';
import { verdictNames } from './words.ts';
import { visible } from '../parts/visible.ts';

interface QueueProps {
  rows: readonly Row[];
  isMixed: boolean;
  openId: string | undefined;
  addressOf: (row: Row) => string;
}

/** The rows of a folder. */
export function Queue({ rows, isMixed, openId, addressOf }: QueueProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [openId]);
  return (
    <ul class="rows" ref={list}>
      {rows.map((row) => (
        <QueueRow
          key={row.id}
          row={row}
          isMixed={isMixed}
          isOpen={row.id === openId}
          address={addressOf(row)}
        />
      ))}
    </ul>
  );
}

interface QueueRowProps {
  row: Row;
  isOpen: boolean;
  /** Whether the folder has also what is for others. */
  isMixed: boolean;
  address: string;
}

function QueueRow({ row, isOpen, isMixed, address }: QueueRowProps) {
  const { id, summary, status, expiresAt, endedAt, requestedBy } = row;
  const verdict = sending.value.get(id);
  const isDelayed = delayed.value.some((decision) => decision.id === id);
  const isYours = requests.value.yours.value?.has(id);
  return (
    <li class={verdict ? 'dim' : undefined}>
      {status === 'PENDING' && (
        <input
          type="checkbox"
          aria-label={`Choose ${visible(summary)}`}
          checked={chosen.value.has(id)}
          onChange={() => toggle(id)}
        />
      )}
      <a href={address} aria-current={isOpen ? 'true' : undefined}>
        <strong>{visible(summary)}</strong>
        <span class="line">
          {verdict ? (
            <span class="status wait">{verdictNames[verdict].doing}</span>
          ) : isDelayed ? (
            <span class="status wait">Not sent yet</span>
          ) : (
            <Status of="approvalRequest" is={status} />
          )}
          <span class="quiet">
            {endedAt ? (
              <Time at={endedAt} />
            ) : (
              <>
                ends <Time at={expiresAt} />
              </>
            )}
          </span>
        </span>
        <span class="line quiet">
          <span>{nameOf(requestedBy)}</span>
          {refusals.value.has(id) ? (
            <span class="refused">Not decided</span>
          ) : (
            isYours && isMixed && <span class="yours">Yours to decide</span>
          )}
        </span>
      </a>
    </li>
  );
}
