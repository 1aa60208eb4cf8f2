import { useState } from 'preact/hooks';
import { Dialog } from '../parts/dialog.tsx';
import { useKeys } from './keys.ts';
import { places } from './places.ts';

const everywhere = [
  ['Ctrl K or ⌘K', 'Find a place, a command or an id'],
  ['?', 'This list'],
  ['Escape', 'From a detail to its list'],
] as const;

const approvals = [
  ['j, k or arrows', 'Next and previous request'],
  ['a', 'Approve what is on screen'],
  ['r', 'Reject it, with a comment'],
  ['d', 'Request changes, with a comment'],
  ['c', 'Write a comment'],
  ['u', 'Take back the last decision, if you chose a delay'],
  ['x', 'Choose the request'],
  ['X', 'Choose all from the last chosen one to this'],
  ['A, R', 'Approve or reject the chosen ones'],
] as const;

/** The keys that act, behind `?`. */
export function KeyList() {
  const [isOpen, setOpen] = useState(false);
  useKeys({ '?': () => setOpen(true) });
  if (!isOpen) return null;
  return (
    <Dialog title="Keys" onClose={() => setOpen(false)}>
      <Table caption="Everywhere" rows={everywhere} />
      <Table caption="In the approvals" rows={approvals} />
      <Table caption="Places" rows={places.map(({ key, name }) => [`g then ${key}`, name] as const)} />
      <p class="quiet">
        Single keys can be turned off in <a href="/console/~/you">your account</a>.
      </p>
    </Dialog>
  );
}

function Table({ caption, rows }: { caption: string; rows: readonly (readonly [string, string])[] }) {
  return (
    <table class="list keys">
      <caption>{caption}</caption>
      <tbody>
        {rows.map(([key, act]) => (
          <tr key={key}>
            <th scope="row">
              <kbd>{key}</kbd>
            </th>
            <td>{act}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
