import { useEffect, useState } from 'preact/hooks';
import { announce } from './announce.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Snippet } from './snippet.tsx';
import { Status } from './status.tsx';

interface SecretOnceProps {
  title: string;
  /** Null if an earlier answer has shown it. */
  secret: string | null;
  environment?: 'SANDBOX' | 'LIVE' | undefined;
  /** Programs that use the secret, by the word of their tab. */
  uses: readonly (readonly [word: string, text: (secret: string) => string])[];
  /** Why it cannot be shown again, and what to do without it, where a digest is not the reason. */
  words?: { why: string; instead: string };
  onStored: () => void;
}

const usualWords = {
  why: 'Sallyport stores only its digest, so it cannot be shown again.',
  instead: 'Revoke this one, and create another.',
};

/** Shows a secret that nothing shows again. It closes only when the person says that it is stored. */
export function SecretOnce(props: SecretOnceProps) {
  const { title, secret, environment, uses, words = usualWords, onStored } = props;
  const [isShown, setShown] = useState(false);
  const [isTaken, setTaken] = useState(false);
  const [isSure, setSure] = useState(false);
  const [use, setUse] = useState(0);
  useWarning(secret !== null);
  if (secret === null)
    return (
      <Dialog title={title} onClose={onStored}>
        <p>It was returned before, and cannot be returned again. {words.instead}</p>
        <div class="buttons">
          <Button onClick={onStored}>Close</Button>
        </div>
      </Dialog>
    );
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    setTaken(true);
    announce('Secret copied.');
  };
  const show = () => {
    setShown(!isShown);
    setTaken(true);
  };
  const finish = () => {
    if (isTaken || isSure) return onStored();
    setSure(true);
    announce('You have not copied or shown the secret yet.');
  };
  const [, text] = uses[use] ?? ['', (it: string) => it];
  return (
    <Dialog title={title} onClose={onStored} isGuarded>
      <p>
        {environment && <Status of="environment" is={environment} />} Copy the secret now. {words.why}
      </p>
      <div class="secret">
        <code>{isShown ? secret : '•'.repeat(32)}</code>
        <Button onClick={show}>{isShown ? 'Hide' : 'Show'}</Button>
        <Button look="primary" icon="copy" onClick={() => void copy()}>
          Copy
        </Button>
      </div>
      {uses.length > 0 && (
        <>
          <fieldset class="choices" aria-label="Ways to use it">
            {uses.map(([word], at) => (
              <Button
                key={word}
                look={at === use ? 'plain' : 'bare'}
                pressed={at === use}
                onClick={() => setUse(at)}
              >
                {word}
              </Button>
            ))}
          </fieldset>
          <Snippet text={text(secret)} hidden={isShown ? undefined : secret} onCopy={() => setTaken(true)} />
        </>
      )}
      {isSure && !isTaken && (
        <p class="error">You have not copied or shown it yet. Close it without the secret?</p>
      )}
      <div class="buttons">
        <Button look={isTaken ? 'primary' : 'plain'} onClick={finish}>
          {isSure && !isTaken ? 'Close without it' : 'I have stored it'}
        </Button>
      </div>
    </Dialog>
  );
}

// A reload would lose the secret.
function useWarning(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return () => {};
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isOpen]);
}
