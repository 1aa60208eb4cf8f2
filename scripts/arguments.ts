/** Throws a sentence where the command was given something that it does not know: it would do its work all the same. */
export function demandKnown(command: string, known: readonly string[]): void {
  const other = process.argv.slice(2).find((argument) => !known.includes(argument));
  if (other === undefined) return;
  const takes = known.length > 0 ? `takes ${known.join(' and ')} alone` : 'takes no arguments';
  throw new Error(`\`npm run ${command}\` ${takes}, and was given ${other}. Nothing was done.`);
}
