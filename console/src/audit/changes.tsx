import { Json } from '../parts/json.tsx';

/** What an entry changed: each field as it was and as it is. */
export function Changes({ of }: { of: unknown }) {
  const fields = Object.entries(of as Record<string, unknown>);
  return (
    <div class="scroll">
      <table class="list changes">
        <caption class="unseen">Changed fields</caption>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Was</th>
            <th scope="col">Is</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(([name, value]) => {
            const [was, is] = pairOf(value);
            return (
              <tr key={name}>
                <th scope="row">{wordsOf(name)}</th>
                <td>
                  <del>
                    <Value value={was} />
                  </del>
                </td>
                <td>
                  <ins>
                    <Value value={is} />
                  </ins>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

// Some actions note a value that was not there before.
function pairOf(value: unknown): readonly [unknown, unknown] {
  return Array.isArray(value) && value.length === 2 ? [value[0], value[1]] : [null, value];
}

function Value({ value }: { value: unknown }) {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0))
    return <span class="quiet">none</span>;
  if (typeof value === 'string') return <>{value}</>;
  if (isTexts(value)) return <code>{value.join(', ')}</code>;
  return typeof value === 'object' ? <Json value={value} /> : <code>{JSON.stringify(value)}</code>;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Returns a member's name as words: `expiresOn` becomes "expires on". */
function wordsOf(name: string): string {
  return name.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
}
