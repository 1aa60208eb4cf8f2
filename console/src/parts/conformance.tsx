import { Status } from './status.tsx';

export interface ConformanceData {
  request: boolean;
  /** Null if no answer was compared. */
  answer: boolean | null;
}

/** Whether a request and its answer conform to the version, in words. */
export function Conformance({ of }: { of: ConformanceData }) {
  return (
    <ul class="beside">
      <li>
        Request: <Status of="conformance" is={of.request ? 'CONFORMS' : 'DIFFERS'} />
      </li>
      <li>
        Answer: <Status of="conformance" is={wordOf(of.answer)} />
      </li>
    </ul>
  );
}

function wordOf(answer: boolean | null): 'CONFORMS' | 'DIFFERS' | 'NOT_COMPARED' {
  if (answer === null) return 'NOT_COMPARED';
  return answer ? 'CONFORMS' : 'DIFFERS';
}
