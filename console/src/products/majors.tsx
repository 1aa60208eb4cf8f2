import { useAddress } from '../app/screen.tsx';
import { Time } from '../parts/time.tsx';
import { isServed, numberOf, type ProductData, type VersionRow } from './product-data.ts';

interface MajorsProps {
  of: ProductData;
  /** The newest versions. */
  versions: readonly VersionRow[];
}

/** The majors that can be called: which version the sandbox serves, and which one answers live keys. */
export function Majors({ of: { id, slug }, versions }: MajorsProps) {
  const called = versions.filter((it) => isServed(it) || it.liveSince);
  const majors = [...new Set(called.map(({ major }) => major))].toSorted((a, b) => b - a);
  if (majors.length === 0) return null;
  return (
    <section>
      <h2>Majors that can be called</h2>
      <div class="scroll">
        <table class="list">
          <caption class="unseen">Majors, newest first</caption>
          <thead>
            <tr>
              <th scope="col">Major</th>
              <th scope="col">Sandbox</th>
              <th scope="col">Live</th>
              <th scope="col" class="extra">
                Served until at least
              </th>
              <th scope="col" class="extra">
                Path
              </th>
            </tr>
          </thead>
          <tbody>
            {majors.map((major) => {
              const served = called.find((it) => it.major === major && isServed(it));
              const live = called.find((it) => it.major === major && it.liveSince);
              return (
                <tr key={major}>
                  <td>v{major}</td>
                  <td>
                    <VersionLink productId={id} of={served} />
                  </td>
                  <td>
                    <VersionLink productId={id} of={live} />
                  </td>
                  <td class="extra">
                    {served?.retiresAt ? <Time at={served.retiresAt} /> : <span class="quiet">No end</span>}
                  </td>
                  <td class="extra">
                    <code>
                      /v1/products/{slug}/v{major}
                    </code>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function VersionLink({ productId, of }: { productId: string; of: VersionRow | undefined }) {
  const address = useAddress();
  if (!of) return <span class="quiet">None</span>;
  return <a href={address(`products/${productId}/${of.id}`)}>{numberOf(of)}</a>;
}
