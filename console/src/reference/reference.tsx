import { useLocation, useRoute } from 'preact-iso/router';
import { Screen, useAddress } from '../app/screen.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { Changes } from './changes.tsx';
import { Errors } from './errors.tsx';
import { Operation } from './operation.tsx';
import { Operations } from './operations.tsx';
import './reference.css';

const views = [
  ['', 'Operations'],
  ['changes', 'Changes'],
  ['errors', 'Errors'],
] as const;

/** The API reference for the person: its operations, changes and errors, or the operation in the address. */
export default function Reference() {
  const { id } = useRoute().params;
  return id ? <Operation key={id} id={id} /> : <Overview />;
}

function Overview() {
  const { query } = useLocation();
  const address = useAddress();
  const { view = '' } = query;
  return (
    <Screen
      name="API reference"
      acts={
        <a class="button" href="/reference" target="_blank" rel="noreferrer">
          The public reference
        </a>
      }
    >
      <Tabs
        label="Parts of the reference"
        of={views.map(([name, word]) => ({
          word,
          href: address(name === '' ? 'reference' : `reference?view=${name}`),
          isHere: name === view,
        }))}
      />
      {view === 'changes' && <Changes />}
      {view === 'errors' && <Errors />}
      {view === '' && <Operations />}
    </Screen>
  );
}
