/** Throws an Error for an unknown argument of a command, which would otherwise run anyway. */
export function assertKnown(command: string, known: readonly string[]): void {
  const other = process.argv.slice(2).find((argument) => !known.includes(argument));
  if (other === undefined) return;
  const takes = known.length > 0 ? `accepts only ${known.join(' and ')}` : 'accepts no arguments';
  throw new Error(`\`npm run ${command}\` ${takes}, but got ${other}. Nothing was done.`);
}
