/** Phrases that no public text uses, and what to write instead. */
// oxfmt-ignore
export const retiredWords: readonly (readonly [retired: RegExp, instead: string])[] = [
  [/\b(?:any|every|no|some)body\b/i,                       'the actor: a member, the caller, the operator'],
  [/\bwho(?:so)?ever\b/i,                                  'the member who …'],
  [/(?:^|[.:;] )(?:who|what) (?!to do)\w/i,                'a sentence that begins with a noun'],
  [/\b(?:are|is|was|were) told\b/i,                        'reported, logged, returned'],
  [/\bmade known\b|\bis known of\b/i,                      'registered'],
  [/\bfor good\b/i,                                        'permanently'],
  [/\bat once\b/i,                                         'immediately, at the same time'],
  [/\bonce more\b|\banew\b/i,                              'again'],
  [/\bno more\b|\bany more\b/i,                            'no longer'],
  [/\b(?:gave|gives?|given|takes?|taken|took) back\b/i,    'revoke, restore, return'],
  [/\b(?:are|is|was|were) got by\b/i,                      'issued with'],
  [/\bby itself\b/i,                                       'automatically, alone'],
  [/\bgoes by\b|\bwants nothing\b/i,                       'the verb of the field'],
  [/\bas (?:it|they) (?:was|were)\b|\bis another since\b/i, 'unchanged, changed'],
  [/\bof (?:its|one’s|our|their|your) own\b/i,             'its own …, separate'],
  [/\bbehind (?:it|the request|this)\b/i,                  'accountable for'],
  [/\b(?:are|is) kept\b/i,                                 'stored, cached'],
  [/\bin vain\b/i,                                         'without success'],
  [/\bwhich is the most\b/i,                               'the maximum'],
  [/\bauthoris|\bbehaviour\b|\bcancelled\b|\borganis/,     'American spelling'],
];

/** The sentences of a text, its code being one word each. */
export function sentencesOf(text: string): string[] {
  const plain = text.replaceAll(/`[^`]*`/g, 'code').replaceAll(/\s+/g, ' ');
  return plain.split(/(?<=[.?!]) /).filter((sentence) => sentence.trim() !== '');
}
