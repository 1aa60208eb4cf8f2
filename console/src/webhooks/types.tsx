import { useFilter } from '../app/filter.ts';
import { Screen, useAddress } from '../app/screen.tsx';
import { nounOf } from '../app/resource.tsx';
import { Dotted } from '../parts/dotted.tsx';
import { Empty, Skeleton } from '../parts/empty.tsx';
import { Filters, FilterText } from '../parts/filter.tsx';
import { Refused } from '../parts/refused.tsx';
import { useEventTypes } from './event-types.ts';
import { WebhookTabs } from './tabs.tsx';

/** The event types that an endpoint can subscribe to. */
export function Types() {
  const { rows: types, refusal, again } = useEventTypes();
  const [words, setWords] = useFilter('words');
  const address = useAddress();
  const found = types?.filter(({ type, description }) =>
    `${type} ${description}`.toLowerCase().includes(words.toLowerCase()),
  );
  return (
    <Screen name="Webhooks">
      <WebhookTabs here="types" />
      <Filters>
        <FilterText label="With the words" value={words} placeholder="rotated" onChange={setWords} />
      </Filters>
      {refusal && <Refused refusal={refusal} again={again} />}
      {!found && !refusal && <Skeleton />}
      {found?.length === 0 && (
        <Empty icon="webhooks" title="No event type has these words">
          <p>Use fewer letters, or another word.</p>
        </Empty>
      )}
      {found && found.length > 0 && (
        <div class="scroll">
          <table class="list">
            <caption class="unseen">Event types, by name</caption>
            <thead>
              <tr>
                <th scope="col">Type</th>
                <th scope="col">Meaning</th>
                <th scope="col" class="extra">
                  About
                </th>
              </tr>
            </thead>
            <tbody>
              {found.map(({ type, description, resource }) => (
                <tr key={type}>
                  <td>
                    <a href={address(`webhooks/types/${type}`)}>
                      <Dotted name={type} />
                    </a>
                  </td>
                  <td>{description}</td>
                  <td class="extra">{nounOf(resource)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Screen>
  );
}
