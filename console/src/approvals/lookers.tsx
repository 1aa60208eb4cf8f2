import { useEffect, useState } from 'preact/hooks';
import { client } from '../app/client.ts';
import { may, me } from '../app/me.ts';
import { nameOf } from '../parts/actor.ts';
import {
  LookAtDocument,
  LookersChangedDocument,
  type LookersChangedSubscription,
} from './documents.generated.ts';
import type { RequestData } from './stop.ts';

type Looker = NonNullable<LookersChangedSubscription['lookersChanged']>['lookers'][number];

/** Who only passes by does not look. */
const firstMs = 1000;
/** The server counts a look for 20 s. */
const everyMs = 10_000;
const namedAtMost = 3;

/** Who else looks at the request, for those who may decide it. Its line is there before a name is. */
export function Lookers({ request }: { request: RequestData }) {
  const { id, status, decisionRefusal } = request;
  const isTold =
    status === 'PENDING' && may('approvals:decide') && decisionRefusal?.code !== 'permission_required';
  useLooking(isTold ? id : null);
  const lookers = useLookers(isTold ? id : null);
  if (!isTold) return null;
  return (
    <p class="lookers quiet small" role="status">
      {textOf(lookers.filter((looker) => looker.id !== me.value?.member?.id).map(nameOf))}
    </p>
  );
}

/** Says that this person looks, as long as the page is visible. */
function useLooking(id: string | null): void {
  const { urql } = client.value;
  useEffect(() => {
    if (!id) return () => {};
    const look = () => {
      if (document.visibilityState === 'visible')
        void urql.mutation(LookAtDocument, { input: { approvalRequestId: id } }).toPromise();
    };
    const end = new AbortController();
    const first = setTimeout(look, firstMs);
    const timer = setInterval(look, everyMs);
    document.addEventListener('visibilitychange', look, { signal: end.signal });
    return () => {
      end.abort();
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [urql, id]);
}

function useLookers(id: string | null): readonly Looker[] {
  const { urql } = client.value;
  const [lookers, setLookers] = useState<readonly Looker[]>([]);
  useEffect(() => {
    if (!id) return () => {};
    const subscription = urql
      .subscription(LookersChangedDocument, { approvalRequestId: id })
      .subscribe(({ data }) => setLookers(data?.lookersChanged?.lookers ?? []));
    return () => subscription.unsubscribe();
  }, [urql, id]);
  return lookers;
}

/** Returns a sentence such as "Ana and Ben are looking". */
export function textOf(names: readonly string[]): string {
  if (names.length === 0) return '';
  const rest = names.length - namedAtMost;
  const shown = names.slice(0, namedAtMost);
  const list = new Intl.ListFormat('en').format(
    rest > 0 ? [...shown, rest === 1 ? '1 other' : `${rest} others`] : shown,
  );
  return `${list} ${names.length === 1 ? 'is' : 'are'} looking`;
}
