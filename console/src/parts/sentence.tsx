import { visible } from './visible.ts';

/** A sentence of the server. What stands between backticks there is code. */
export function Sentence({ text }: { text: string }) {
  const parts = [...visible(text).matchAll(/`([^`]+)`|[^`]+|`/g)];
  return <>{parts.map(({ 0: part, 1: code, index }) => (code ? <code key={index}>{code}</code> : part))}</>;
}
