import type { DescribedOperation, Parameter } from '../parts/operation-document.ts';
import { visible } from '../parts/visible.ts';

/** What an operation takes beside its body. */
export function Parameters({ of: { parameters } }: { of: DescribedOperation }) {
  return (
    <section>
      <h2>Parameters</h2>
      {parameters.length === 0 ? (
        <p class="quiet">It takes no parameters.</p>
      ) : (
        <div class="scroll">
          <table class="list">
            <caption class="unseen">Parameters</caption>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Place</th>
                <th scope="col">Type</th>
                <th scope="col">Meaning</th>
              </tr>
            </thead>
            <tbody>
              {parameters.map((it) => (
                <tr key={`${it.in} ${it.name}`}>
                  <td>
                    <code>{visible(it.name)}</code>
                  </td>
                  <td>{it.isRequired ? `${it.in}, required` : it.in}</td>
                  <td>{typeOf(it)}</td>
                  <td>{visible(it.description)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function typeOf({ property: { kind, values } }: Parameter): string {
  if (kind === 'choice') return values.map(visible).join(' or ');
  return {
    flag: 'true or false',
    integer: 'integer',
    json: 'JSON',
    list: 'list',
    number: 'number',
    text: 'text',
  }[kind];
}
