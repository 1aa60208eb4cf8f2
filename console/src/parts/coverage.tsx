import { visible } from './visible.ts';

interface Covered {
  name: string;
  operations: number;
  tested: readonly string[];
  untested: readonly string[];
  version: { major: number; number: number } | null;
}

/** Which operations of API products an application has tested in the sandbox. It decides nothing. */
export function Coverage({ of }: { of: readonly Covered[] }) {
  return (
    <section>
      <h2>Tested in the sandbox</h2>
      <p class="quiet">
        Test receipts prove calls whose request and answer conform to the served version. They decide nothing.
      </p>
      <div class="scroll">
        <table class="list">
          <caption class="unseen">Tested operations of each API product</caption>
          <thead>
            <tr>
              <th scope="col">API product</th>
              <th scope="col">Tested</th>
              <th scope="col">Not tested</th>
            </tr>
          </thead>
          <tbody>
            {of.map(({ name, operations, tested, untested, version }) => (
              <tr key={name}>
                <td>
                  <code>{name}</code>
                </td>
                <td>
                  {version
                    ? `${tested.length} of ${operations} operations of version ${version.major}.${version.number}`
                    : 'The product serves no version of this major'}
                </td>
                <td>
                  <Untested of={untested} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const short = 5;

function Untested({ of }: { of: readonly string[] }) {
  if (of.length === 0) return <span class="quiet">None</span>;
  const all = visible(of.join(', '));
  if (of.length <= short) return <>{all}</>;
  return (
    <details>
      <summary>{of.length} operations</summary>
      {all}
    </details>
  );
}
