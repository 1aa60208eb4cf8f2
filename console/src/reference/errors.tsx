import { useRead } from '../app/read.ts';
import { Dotted } from '../parts/dotted.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Refused } from '../parts/refused.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { ReferenceErrorsDocument } from './documents.generated.ts';

/** Every refusal of the server, with the advice for it. */
export function Errors() {
  const { data, refusal, again } = useRead(ReferenceErrorsDocument, {});
  const errors = data?.reference?.errors;
  if (!errors) return refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />;
  return (
    <div class="scroll">
      <table class="list">
        <caption class="unseen">Errors, by status</caption>
        <thead>
          <tr>
            <th scope="col">Code</th>
            <th scope="col">Status</th>
            <th scope="col">What helps</th>
          </tr>
        </thead>
        <tbody>
          {errors.map(({ code, status, title, remedy }) => (
            <tr key={code}>
              <td>
                <code>
                  <Dotted name={code} />
                </code>
                <p class="quiet small">{title}</p>
              </td>
              <td>{status}</td>
              <td>
                <Sentence text={remedy} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
