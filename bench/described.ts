import { random } from '../test/support/seed.ts';

/** A capability with a made-up description, as a provider could write it. */
export interface MadeUp {
  title: string;
  description: string;
}

const verbs = 'List Show Create Update Delete Search Archive Restore Export Import Approve Cancel'.split(' ');
const links = 'of for in to by with'.split(' ');
const nounCount = 4000;
const descriptionWords = 12;
const nouns = madeUpNouns();

/** Deterministic for the same number. As in natural language, few words are frequent and most are rare. */
export function describedAs(number: number): MadeUp {
  const next = random(number);
  const noun = () => nouns[Math.floor(next() ** 3 * nounCount)] ?? '';
  const oneOf = (words: string[]) => words[Math.floor(next() * words.length)] ?? '';
  const description = Array.from({ length: descriptionWords }, noun).join(' ');
  return { title: `${oneOf(verbs)} ${noun()} ${oneOf(links)} ${noun()}`, description: `${description}.` };
}

function madeUpNouns(): string[] {
  const next = random(20_261_122);
  const of = (letters: string) => letters.charAt(Math.floor(next() * letters.length));
  const syllable = () => of('bdfghklmnprstvz') + of('aeiou') + (next() < 0.3 ? of('lnrst') : '');
  return Array.from({ length: nounCount }, () =>
    Array.from({ length: 2 + Math.floor(next() * 3) }, syllable).join(''),
  );
}
