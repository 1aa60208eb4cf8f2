import { useState } from 'preact/hooks';
import { announce } from './announce.tsx';
import { Icon } from './icon.tsx';

/** Copies a text, and says so. */
export function Copy({ text, what, onCopy }: { text: string; what: string; onCopy?: () => void }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    onCopy?.();
    announce(`${what} copied.`);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <button
      class="copy"
      type="button"
      aria-label={`Copy ${what}`}
      title={`Copy ${what}`}
      onClick={() => void copy()}
    >
      <Icon name={isCopied ? 'check' : 'copy'} />
    </button>
  );
}

/** An id or digest, shortened in the middle, with a button to copy it whole. */
export function Id({ value, what = 'id' }: { value: string; what?: string }) {
  const isLong = value.length > 24;
  return (
    <span class="id">
      <code title={value}>{isLong ? `${value.slice(0, 10)}…${value.slice(-8)}` : value}</code>
      <Copy text={value} what={what} />
    </span>
  );
}
