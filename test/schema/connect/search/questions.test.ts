import { describe, expect, it } from 'vitest';
import { type Described, descriptions, operationsOf, questions } from './descriptions.ts';

const all = [...questions.heldIn, ...questions.heldOut];
const paraphrases = all.filter(({ isParaphrase }) => isParaphrase);
const smallWords = new Set(
  (
    'a an and are as at be by can did do does for from had has have how i in is it its many may me more much my no ' +
    'not of on one or our out that the their this to up was we what when which who will with you'
  ).split(' '),
);

describe('the questions for the search', () => {
  it('name operations that exist', () => {
    const unknown = all.flatMap(({ connector, operation }) =>
      operation.filter((key) => !operationsOf(connector).has(key)),
    );

    expect(unknown).toEqual([]);
  });

  it('are each asked once and cover every provider', () => {
    expect(new Set(all.map(({ ask }) => ask)).size).toBe(all.length);
    expect(new Set(all.map(({ connector }) => connector))).toEqual(new Set(descriptions.keys()));
  });

  it.each(['heldIn', 'heldOut'] as const)('are half paraphrases among those %s', (half) => {
    const { length } = questions[half];

    expect(length).toBeGreaterThanOrEqual(60);
    expect(questions[half].filter(({ isParaphrase }) => isParaphrase)).toHaveLength(length / 2);
  });

  it('share no word with the title if they are paraphrases', () => {
    const shared = paraphrases.flatMap(({ ask, connector, operation }) => {
      const titles = operation.map((key) => titleOf(key, operationsOf(connector).get(key)));
      const stems = new Set(titles.flatMap(wordsOf).map(stemOf));
      return wordsOf(ask)
        .filter((word) => word !== connector && stems.has(stemOf(word)))
        .map((word) => `${ask}: ${word}`);
    });

    expect(shared).toEqual([]);
  });
});

/** Where an operation has no summary, its id and the first sentence of its description stand for the title. */
function titleOf(key: string, { summary, description = '' }: Described = {}): string {
  return summary ?? `${key} ${description.replaceAll(/<[^>]+>/gu, '').split(/\.\s/u, 1)[0]}`;
}

function wordsOf(text: string): string[] {
  const words = text
    .replaceAll(/([a-z\d])([A-Z])/gu, '$1 $2')
    .toLowerCase()
    .replaceAll("'s", '');
  return words.split(/[^a-z\d]+/u).filter((word) => word !== '' && !smallWords.has(word));
}

/** Close enough to see through a plural or a tense. */
function stemOf(word: string): string {
  return word
    .replace(/(?:ies|y)$/u, 'i')
    .replace(/(?:ing|ed|er|es|s|e)$/u, '')
    .replace(/(.)\1$/u, '$1');
}
