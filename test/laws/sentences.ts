/** One sentence of a document, heading, list item or table cell. */
export interface Sentence {
  text: string;
  words: number;
}

/** Replaces inline code, and counts as one word. */
const code = 'CODE';
const link = /!?\[((?:[^[\]]|\[[^\]]*\])*)\]\([^)]*\)/g;
const abbreviation = /\b(?:e\.g|i\.e|etc|vs|No|cf)\.$/;

/** Returns the sentences of a Markdown document, without code blocks. Each table cell is one passage. */
export function sentencesOfMarkdown(markdown: string): Sentence[] {
  return passagesOf(markdown).flatMap(sentencesOf);
}

/** Returns the sentences of a text without blocks, such as a GraphQL description. */
export function sentencesOf(passage: string): Sentence[] {
  const text = plain(passage);
  const parts: string[] = [];
  for (const part of text.split(/(?<=[.!?][)"”]?)\s+(?=["“(]?[A-Z\d])/)) {
    const last = parts.at(-1);
    if (last !== undefined && abbreviation.test(last)) parts[parts.length - 1] = `${last} ${part}`;
    else parts.push(part);
  }
  return parts
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => ({ text: part, words: wordsIn(part) }));
}

/** Returns paragraphs, headings, list items and table cells. */
export function passagesOf(markdown: string): string[] {
  const lines = markdown.replaceAll(/^( *)```[^]*?^ *```$/gm, '').split('\n');
  const passages: string[] = [];
  let isOpen = false;
  for (const line of lines) {
    const text = line.trim();
    const starts = /^(?:[-*+]|\d+\.|#{1,6}|>)\s+/.exec(text);
    if (text === '' || /^\|[\s:|-]+\|$/.test(text)) isOpen = false;
    else if (text.startsWith('|')) {
      passages.push(...cellsOf(text));
      isOpen = false;
    } else if (starts || !isOpen) {
      passages.push(text.slice(starts?.[0].length ?? 0));
      isOpen = !text.startsWith('#');
    } else passages[passages.length - 1] += ` ${text}`;
  }
  return passages.filter(Boolean);
}

function cellsOf(row: string): string[] {
  return row
    .replaceAll(/`[^`]*`/g, (span) => span.replaceAll('|', ''))
    .split('|')
    .map((cell) => cell.trim())
    .filter(Boolean);
}

/** Returns the words that a reader sees: inline code and URLs count as one word, and a link as its text. */
export function plain(passage: string): string {
  return passage
    .replaceAll(/`[^`]*`/g, code)
    .replaceAll(link, '$1')
    .replaceAll(/<?https?:\/\/[^\s>]+>?/g, code)
    .replaceAll(/\*\*|__/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function wordsIn(sentence: string): number {
  return sentence.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length;
}

/** Phrases of the earlier style and British spellings, each with its replacement. */
// oxfmt-ignore
export const retired: readonly [phrase: RegExp, instead: string][] = [
  [/\b(?:some|no)body\b/i,                                         'name the actor: a member, the server, no member'],
  [/\bwho(?:m|se)?ever\b/i,                                        'name the actor'],
  [/\bwho (?:asks|asked|calls|may|has|decides) (?:is|are|gets)\b/i, 'the caller, the requester, the approver'],
  [/\btold\b/i,                                                    'reported, logged, returned, sent'],
  [/\btells? (?:of|nobody|instances|each|them|it|at once)\b/i,     'reports, announces, returns'],
  [/\b(?:is|are|was|were|be|been) asked\b/i,                       'requested, called'],
  [/\basked (?:for|anew|again)\b/i,                                'requested'],
  [/\bwhat (?:is|was|were|are) (?:asked|refused|kept|done|told|meant|there|for)\b/i, 'name the thing'],
  [/\bkept\b/i,                                                    'stored, cached, retained'],
  [/\bheard\b/i,                                                   'received'],
  [/\bin vain\b/i,                                                 'without effect, unexpected'],
  [/\bby (?:itself|himself|herself|themselves)\b/i,                'automatically, alone, independently'],
  [/\b(?:goes|go|went|going) by\b/i,                               'uses, follows'],
  [/\bknown of\b/i,                                                'cached, recorded'],
  [/\bmade known\b/i,                                              'registered'],
  [/\bas (?:it|they) (?:was|were)\b/i,                             'unchanged'],
  [/\bis another since\b|\banother since\b/i,                     'changed'],
  [/\bof (?:its|their|our|your|his|her|one's) own\b/i,             'its own, separate'],
  [/\b(?:somebody|someone) else's\b/i,                             'external, third-party'],
  [/\bonce more\b/i,                                               'again'],
  [/\banew\b/i,                                                    'again'],
  [/\btaken (?:back|away)\b/i,                                     'revoked'],
  [/\bgiven back\b/i,                                              'restored'],
  [/\bin force\b/i,                                                'applies'],
  [/\bcame? to nothing\b/i,                                        'failed'],
  [/\bdraws?\b/i,                                                  'triggers'],
  [/\bwants nothing\b/i,                                           'asks to stop'],
  [/\bwhat is for it\b/i,                                          'its deliveries'],
  [/\bnothing of it\b/i,                                           'name the parts'],
  [/\btoldOf\b|\btellers?\b/i,                                    'subscription servers'],
  [/\bbehaviour/i,                                                 'behavior'],
  [/\bcancell(?:ed|ing)\b/i,                                       'canceled, canceling'],
  [/\b(?:author|organ|recogn|serial|normal)is(?:e|es|ed|ing|ation)\b/i, '-ize'],
  [/\b(?:colour|neighbour|favour)/i,                               '-or'],
  [/\bjudgement\b/i,                                               'judgment'],
  [/\bmisspelt\b/i,                                                'misspelled'],
  [/\blicence\b/i,                                                 'license'],
];

/** Returns each retired phrase in the text, with its replacement. */
export function retiredIn(text: string): string[] {
  return retired.flatMap(([phrase, instead]) => {
    const found = phrase.exec(text)?.[0];
    return found === undefined ? [] : [`${found} → ${instead}`];
  });
}

/** Whether the sentence begins with a what- or who-clause, and is no question and no title. */
export function opensWithClause({ text }: Sentence): boolean {
  return /^(?:What|Who|Whose|Whom)\b/.test(text) && /[.:;]$/.test(text);
}
