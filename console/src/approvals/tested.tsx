import { may } from '../app/me.ts';
import { useRead } from '../app/read.ts';
import { Coverage } from '../parts/coverage.tsx';
import { RequestedCoverageDocument } from './documents.generated.ts';
import type { RequestData } from './stop.ts';

/** What the application has tested of the products that it requests. It decides nothing. */
export function Tested({ request: { command, status, subject } }: { request: RequestData }) {
  const { requestedProducts: names } = command as { requestedProducts?: unknown };
  const products = Array.isArray(names) ? names.map(String) : [];
  // Receipts end, so a decided request would show what was not there when it was decided.
  const isPaused = products.length === 0 || status !== 'PENDING' || !may('test_receipts:read');
  const { data } = useRead(RequestedCoverageDocument, { applicationId: subject.id, products }, { isPaused });
  const coverage = data?.productCoverage;
  return coverage && coverage.length > 0 ? <Coverage of={coverage} /> : null;
}
