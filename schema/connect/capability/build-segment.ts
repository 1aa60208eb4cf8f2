import { yieldToEventLoop } from '../../kernel/yield-to-event-loop.ts';
import { places as placesOfWords, wordsOf, type IndexedRow } from './indexed-words.ts';
import { maxDictionary, maxEntries, maxMainDictionary } from './rules.ts';
import { at, type Segment } from './segment.ts';
import { stemOf } from './stem.ts';
import { pairsOf } from './trigrams.ts';
import { codeOf, effects } from './verbs.ts';

/** The words of all capabilities, in the order of their rows, before they are sorted. */
interface Gathered {
  ids: string[];
  areReads: number[];
  effects: number[];
  titleLengths: number[];
  pathLengths: number[];
  /** The words by the order of their first use. */
  numbers: Map<string, number>;
  /** Of each entry, its word and its places; of each capability, where its entries end. */
  words: number[];
  places: number[];
  ends: number[];
}

type Arrays = Omit<Segment, 'bytes'>;

const mainPlaces = placesOfWords.title | placesOfWords.key | placesOfWords.path | placesOfWords.object;

/**
 * Builds the index of a connector from its capabilities, which come in pages by ascending id. Yields to the
 * event loop, and has bounds that no description exceeds (`rules.ts`).
 */
export async function buildSegment(pages: AsyncIterable<readonly IndexedRow[]>): Promise<Segment> {
  const all: Gathered = {
    ids: [],
    areReads: [],
    effects: [],
    titleLengths: [],
    pathLengths: [],
    numbers: new Map(),
    words: [],
    places: [],
    ends: [],
  };
  for await (const page of pages)
    for (const row of page) {
      gather(all, row);
      await yieldToEventLoop();
    }
  const words = [...all.numbers.keys()].toSorted();
  await yieldToEventLoop();
  const arrays = {
    ids: all.ids,
    areReads: Uint8Array.from(all.areReads),
    effects: Uint8Array.from(all.effects),
    effectCounts: countsOf(all.effects),
    titleLengths: Uint8Array.from(all.titleLengths),
    pathLengths: Uint8Array.from(all.pathLengths),
    words,
    ...(await entriesOf(all, words)),
    ...(await stemsOf(words)),
    trigrams: await trigramsOf(words),
  };
  return { ...arrays, bytes: bytesOf(arrays) };
}

function gather(all: Gathered, row: IndexedRow): void {
  const { words, titleLength, pathLength, effect } = wordsOf(row);
  all.ids.push(row.id);
  all.areReads.push(row.mode === 'read' ? 1 : 0);
  all.effects.push(codeOf(effect));
  all.titleLengths.push(Math.min(titleLength, 255));
  all.pathLengths.push(Math.min(pathLength, 255));
  for (const [word, bits] of words) {
    if (all.words.length === maxEntries) break;
    const number = all.numbers.get(word) ?? all.numbers.size;
    const isMain = (bits & mainPlaces) > 0;
    if (number === all.numbers.size && number >= (isMain ? maxMainDictionary : maxDictionary)) continue;
    all.numbers.set(word, number);
    all.words.push(number);
    all.places.push(bits);
  }
  all.ends.push(all.words.length);
}

/** Sorts the entries by word, and those of a word by capability. */
async function entriesOf(all: Gathered, words: readonly string[]) {
  const ranks = new Uint32Array(words.length);
  for (const [rank, word] of words.entries()) ranks[all.numbers.get(word) ?? 0] = rank;
  const starts = new Uint32Array(words.length + 1);
  for (const [entry, number] of all.words.entries()) {
    starts[at(ranks, number) + 1] = at(starts, at(ranks, number) + 1) + 1;
    if (entry % 10_000 === 0) await yieldToEventLoop();
  }
  for (const rank of words.keys()) starts[rank + 1] = at(starts, rank + 1) + at(starts, rank);
  await yieldToEventLoop();
  const free = starts.slice();
  const capabilities = new Uint32Array(all.words.length);
  const places = new Uint8Array(all.words.length);
  let entry = 0;
  for (const [capability, end] of all.ends.entries()) {
    for (; entry < end; entry += 1) {
      const rank = at(ranks, at(all.words, entry));
      const to = at(free, rank);
      capabilities[to] = capability;
      places[to] = at(all.places, entry);
      free[rank] = to + 1;
    }
    if (capability % 1000 === 0) await yieldToEventLoop();
  }
  return { starts, capabilities, places };
}

async function stemsOf(words: readonly string[]) {
  const byStem = new Map<string, number[]>();
  for (const [number, word] of words.entries()) {
    const stem = stemOf(word);
    const alike = byStem.get(stem);
    if (alike) alike.push(number);
    else byStem.set(stem, [number]);
    if (number % 1000 === 0) await yieldToEventLoop();
  }
  const stems = [...byStem.keys()].toSorted();
  const stemmed = stems.flatMap((stem) => byStem.get(stem) ?? []);
  const stemStarts = new Uint32Array(stems.length + 1);
  for (const [number, stem] of stems.entries())
    stemStarts[number + 1] = at(stemStarts, number) + (byStem.get(stem)?.length ?? 0);
  return { stems, stemStarts, stemmed: Uint32Array.from(stemmed) };
}

async function trigramsOf(words: readonly string[]): Promise<Float64Array> {
  const pairs: number[] = [];
  for (const [number, word] of words.entries()) {
    pairs.push(...pairsOf(word, number));
    if (number % 1000 === 0) await yieldToEventLoop();
  }
  return Float64Array.from(pairs).toSorted();
}

function countsOf(codes: readonly number[]): Uint32Array {
  const counts = new Uint32Array(effects.length + 1);
  for (const code of codes) counts[code] = at(counts, code) + 1;
  return counts;
}

/** What V8 takes for a string in an array, beside its characters. */
const stringBytes = 24;

function bytesOf(arrays: Arrays): number {
  const strings = [arrays.ids, arrays.words, arrays.stems].flat();
  const typed = Object.values(arrays).filter((value) => ArrayBuffer.isView(value));
  const bytes = strings.reduce((sum, { length }) => sum + stringBytes + 2 * length, 0);
  return typed.reduce((sum, { byteLength }) => sum + byteLength, bytes);
}
