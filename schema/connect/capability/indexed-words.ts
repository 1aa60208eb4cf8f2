import type { Capability } from '../../../db/models/capability.ts';
import type { HttpRequest, ToolRequest } from '../../kernel/ports/descriptions.ts';
import { tokenize } from '../../values/tokenize.ts';
import { maxTextLength, maxWords } from './rules.ts';
import { afterObject, isStopWord } from './stop-words.ts';
import { effectOfOperation, type Effect } from './verbs.ts';

/** Where a capability has a word, as bits. */
export const places = {
  title: 1,
  key: 2,
  path: 4,
  /** The first sentence of the description. */
  lead: 8,
  other: 16,
  description: 32,
  /** The object of the operation: the title before a preposition, and the end of the path. */
  object: 64,
} as const;

export const indexedColumns = ['id', 'title', 'key', 'description', 'search', 'request', 'mode'] as const;

export type IndexedRow = Pick<Capability, (typeof indexedColumns)[number]>;

export interface IndexedWords {
  /** The places of each word. */
  words: Map<string, number>;
  titleLength: number;
  pathLength: number;
  effect: Effect | null;
}

/** Returns the words by which a search finds a capability, those of the title first. */
export function wordsOf(row: IndexedRow): IndexedWords {
  const request = row.request as HttpRequest | ToolRequest;
  const [method, path] = request.kind === 'HTTP' ? [request.method, request.path] : [null, ''];
  const description = plain(row.description);
  const lead = /^.*?[.!?](?=\s|$)/su.exec(description)?.[0] ?? description;
  const [key, sentence] = [tokenize(row.key), tokenize(lead)];
  const given = plain(row.title);
  // Without a title, the key stands for it, and the first sentence says more.
  const isUntitled = row.title === row.key || tokenize(given).join() === key.join();
  const title = isUntitled && lead !== '' ? lead : given;
  const segments = path.split('/').filter((part) => part !== '' && !part.includes('{'));
  const effect = effectOfOperation(method, [
    ...tokenize(given).slice(0, 2),
    ...key.slice(0, 2),
    ...sentence.slice(0, 2),
  ]);
  const words = gathered([
    [isUntitled ? tokenize(given) : [], places.title],
    [tokenize(title), places.title],
    [objectOf(title), places.object],
    [tokenize(segments.at(-1) ?? ''), places.object],
    [key, places.key],
    [tokenize(path), places.path],
    [sentence, places.lead],
    [tokenize(row.search.slice(0, maxTextLength)), places.other],
    [tokenize(description), places.description],
  ]);
  return {
    words,
    titleLength: tokenize(title).filter((word) => !isStopWord(word)).length,
    pathLength: pathWords(segments).length,
    effect,
  };
}

function gathered(given: readonly (readonly [readonly string[], number])[]): Map<string, number> {
  const words = new Map<string, number>();
  for (const [all, place] of given)
    for (const word of all) {
      const known = words.get(word);
      if (known !== undefined || words.size < maxWords) words.set(word, (known ?? 0) | place);
    }
  return words;
}

/** Without the tags of HTML and the addresses of links. */
function plain(text: string): string {
  return text.slice(0, maxTextLength).replaceAll(/<[^<>]*>|\]\([^()\s]*\)|https?:\/\/\S+/gu, ' ');
}

function objectOf(title: string): string[] {
  const words = tokenize(title);
  const end = words.findIndex((word) => afterObject.has(word));
  return end === -1 ? words : words.slice(0, end);
}

function pathWords(segments: readonly string[]): string[] {
  return tokenize(segments.join(' ')).filter((word) => !/^(?:v\d.*|api|rest)$/u.test(word));
}
