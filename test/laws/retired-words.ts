import { retiredIn } from './sentences.ts';

/** Phrases that only documents may use, not descriptions, messages or refusals; each with its replacement. */
// oxfmt-ignore
const retired: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\b(?:any|every)body\b/i,                             'the actor: a member, the caller, the operator'],
  [/\bfor good\b/i,                                     'permanently'],
  [/\bat once\b/i,                                      'immediately, at the same time'],
  [/\bno more\b|\bany more\b/i,                        'no longer'],
  [/\b(?:gave|gives?|takes?|took) back\b/i,             'revoke, restore, return'],
  [/\b(?:are|is|was|were) got by\b/i,                   'issued with'],
  [/\bbehind (?:it|the request|this)\b/i,               'accountable for'],
  [/\bwhich is the most\b/i,                            'the maximum'],
];

/** Returns each retired phrase in a public text, with its replacement. */
export function retiredInPublic(text: string): string[] {
  // Enum values are names, which must not change.
  const words = text.replaceAll(/\b[A-Z_]{3,}\b/g, 'CODE');
  const found = retired.flatMap(([phrase, instead]) => {
    const match = phrase.exec(words)?.[0];
    return match === undefined ? [] : [`${match} → ${instead}`];
  });
  return [...retiredIn(words), ...found];
}
