import { send } from '../app/write.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Activate } from './activate.tsx';
import { ChangeDraft } from './change-draft.tsx';
import { Deprecate } from './deprecate.tsx';
import {
  DeactivateVersionDocument,
  DiscardVersionDocument,
  RetireVersionDocument,
} from './documents.generated.ts';
import { inputOf, numberOf, type VersionDialog } from './product-data.ts';
import { Publish } from './publish.tsx';
import type { Open } from './version-acts.tsx';

/** The dialog of the act that the person chose. */
export function Dialogs({ open, ...rest }: VersionDialog & { open: Open }) {
  if (open === 'change') return <ChangeDraft {...rest} />;
  if (open === 'publish') return <Publish {...rest} />;
  if (open === 'discard') return <Discard {...rest} />;
  if (open === 'deprecate') return <Deprecate {...rest} />;
  if (open === 'retire') return <Retire {...rest} />;
  if (open === 'activate') return <Activate {...rest} />;
  if (open === 'deactivate') return <Deactivate {...rest} />;
  return null;
}

function Discard({ of, onClose }: VersionDialog) {
  return (
    <Confirm
      title={`Discard version ${numberOf(of)}`}
      act="Discard the draft"
      onClose={onClose}
      onConfirm={async () => void (await send(DiscardVersionDocument, { input: inputOf(of) }))}
    >
      <p>Its document is deleted, and its number stays taken.</p>
    </Confirm>
  );
}

function Retire({ of, onClose }: VersionDialog) {
  return (
    <Confirm
      title={`Retire version ${numberOf(of)}`}
      act="Retire the version"
      onClose={onClose}
      onConfirm={async () => void (await send(RetireVersionDocument, { input: inputOf(of) }))}
    >
      <p>
        {of.status === 'DEPRECATED'
          ? `Applications can no longer call v${of.major}.`
          : 'It can no longer be activated.'}{' '}
        A retired version cannot be restored.
      </p>
    </Confirm>
  );
}

function Deactivate({ of, onClose }: VersionDialog) {
  return (
    <Confirm
      title={`Deactivate version ${numberOf(of)}`}
      act="Deactivate the version"
      name={numberOf(of)}
      onClose={onClose}
      onConfirm={async () => void (await send(DeactivateVersionDocument, { input: inputOf(of) }))}
    >
      <p>
        Live keys can no longer call v{of.major}, from now on. Only an approval by a different person makes a
        version answer them again.
      </p>
    </Confirm>
  );
}
