import { yieldToEventLoop } from '../../kernel/yield-to-event-loop.ts';
import { places } from './indexed-words.ts';
import type { Scope } from './scope.ts';
import { at } from './segment.ts';
import { codeOf } from './verbs.ts';
import { weightOfName, type Weighed } from './weigh.ts';
import { weightOfPlaces, weights } from './weights.ts';

/** About a millisecond of work. */
const yieldEvery = 10_000;

/** The scores of one connector’s capabilities. Only those with a word of the query have one. */
export class Scores {
  readonly #scope: Scope;
  readonly #sum: Float32Array;
  /** The weight of the terms found. */
  readonly #share: Float32Array;
  /** The terms that a capability has anywhere, in the title and in the path, as bits. */
  readonly #found: Uint16Array;
  readonly #inTitle: Uint16Array;
  readonly #inPath: Uint16Array;
  readonly #matches: number[] = [];
  readonly #names: Name[] = [];
  readonly #effects: { bit: number; code: number; ofEffect: number; weight: number }[] = [];
  /** For one term: the best match of each capability, and its places. */
  readonly #best: Float32Array;
  readonly #where: Uint8Array;

  constructor(scope: Scope) {
    const { length } = scope.segment.ids;
    this.#scope = scope;
    [this.#sum, this.#share, this.#best] = [0, 1, 2].map(
      () => new Float32Array(length),
    ) as Three<Float32Array>;
    [this.#found, this.#inTitle, this.#inPath] = [0, 1, 2].map(
      () => new Uint16Array(length),
    ) as Three<Uint16Array>;
    this.#where = new Uint8Array(length);
  }

  /**
   * Adds a term, which is the one of the given position in the query. If the scores are closed, it counts only in
   * capabilities that have an earlier term.
   */
  async add(
    { term, meant, weight, ofEffect }: Weighed,
    { position, ofScope, isClosed }: { position: number; ofScope: number; isClosed: boolean },
    scopes: readonly Scope[],
  ): Promise<void> {
    const one = meant[ofScope];
    if (!one) return;
    const [bit, code] = [1 << position, codeOf(term.effect)];
    const factor = one.isName ? weights.nameInTitle : 1;
    if (code > 0) this.#effects.push({ bit, code, ofEffect, weight: weight * factor });
    if (one.isName) {
      const named = one.named && maskOf(one.named, this.#sum.length);
      this.#names.push({
        bit,
        weight: weightOfName(term.literal ?? '', this.#scope, scopes),
        ofTerm: weight,
        named,
      });
    }
    const names = one.isName ? this.#names.at(-1) : undefined;
    const { effects } = this.#scope.segment;
    const further = term.literal === null ? weights.furtherOfPhrase : weights.further;
    const matches = await this.#matchesOf(one.words, further, isClosed);
    for (const [count, capability] of matches.entries()) {
      if (count % yieldEvery === 0) await yieldToEventLoop();
      const match = at(this.#best, capability);
      const where = at(this.#where, capability);
      this.#best[capability] = 0;
      this.#where[capability] = 0;
      if (at(this.#found, capability) === 0) this.#matches.push(capability);
      this.#found[capability] = at(this.#found, capability) | bit;
      // A name says which connector is meant, so a description that repeats its name has no advantage.
      const isName = names !== undefined && isNamed(names, capability);
      if (isName && (where & placesBesideName) === 0) continue;
      const best = code > 0 && effects[capability] === code ? Math.max(match, ofEffect) : match;
      this.#sum[capability] = at(this.#sum, capability) + best * weight * (isName ? weights.nameInTitle : 1);
      if (!isName) this.#share[capability] = at(this.#share, capability) + Math.min(1, best) * weight;
      if (where & places.title) this.#inTitle[capability] = at(this.#inTitle, capability) | bit;
      if (where & places.path) this.#inPath[capability] = at(this.#inPath, capability) | bit;
    }
  }

  /** Returns the capabilities with a word of the query. */
  matches(): readonly number[] {
    return this.#matches;
  }

  /** Returns all capabilities that a name of the query means. */
  named(): number[] {
    const { known } = this.#scope;
    const all = [...this.#sum.keys()].filter((capability) => this.#nameOf(capability) > 0);
    return known ? all.filter((capability) => at(known, capability) > 0) : all;
  }

  /** Returns what the score of a capability cannot exceed, in less time. */
  mostOf(capability: number): number {
    const effect = this.#effects.reduce((sum, { ofEffect, weight }) => sum + ofEffect * weight, 0);
    const name = this.#names.reduce((sum, { weight }) => sum + weight, 0);
    const ofNames = this.#names.reduce((sum, { ofTerm }) => sum + weights.ofName * ofTerm, 0);
    const signals = (1 + weights.title) * (1 + weights.path) * (1 + name);
    return (at(this.#sum, capability) + effect + ofNames) * signals;
  }

  /** Returns the score of a capability, if the terms of the query weigh as much as given. */
  scoreOf(capability: number, whole: number): number {
    const { effects, titleLengths, pathLengths } = this.#scope.segment;
    let [sum, found] = [at(this.#sum, capability), at(this.#share, capability)];
    for (const { bit, code, ofEffect, weight } of this.#effects)
      if (effects[capability] === code && (at(this.#found, capability) & bit) === 0) {
        sum += ofEffect * weight;
        found += Math.min(1, ofEffect) * weight;
      }
    for (const name of this.#names)
      if (isNamed(name, capability) && (at(this.#inTitle, capability) & name.bit) === 0)
        sum += weights.ofName * name.ofTerm;
    const share = Math.min(1, found / whole);
    const inTitle = shareOf(at(this.#inTitle, capability), at(titleLengths, capability));
    const inPath = shareOf(at(this.#inPath, capability), at(pathLengths, capability));
    const signals =
      (1 + weights.title * inTitle) * (1 + weights.path * inPath) * (1 + this.#nameOf(capability));
    return sum * (1 - weights.coverage + weights.coverage * share) * signals;
  }

  #nameOf(capability: number): number {
    let sum = 0;
    for (const name of this.#names) if (isNamed(name, capability)) sum += name.weight;
    return sum;
  }

  /** Finds the best match of one term in each capability that has one, and a part of its other matches. */
  async #matchesOf(
    words: ReadonlyMap<number, number>,
    further: number,
    isClosed: boolean,
  ): Promise<number[]> {
    const { starts, capabilities, places: where } = this.#scope.segment;
    const { known } = this.#scope;
    const touched: number[] = [];
    for (const [word, weight] of words) {
      await yieldToEventLoop();
      for (let entry = at(starts, word); entry < at(starts, word + 1); entry += 1) {
        const capability = at(capabilities, entry);
        if (known && at(known, capability) === 0) continue;
        if (isClosed && at(this.#found, capability) === 0) continue;
        const [match, best] = [weight * at(weightOfPlaces, at(where, entry)), at(this.#best, capability)];
        if (best === 0) touched.push(capability);
        this.#best[capability] = Math.max(match, best) + further * Math.min(match, best);
        this.#where[capability] = at(this.#where, capability) | at(where, entry);
      }
    }
    return touched;
  }
}

type Three<T> = [T, T, T];

/** A term that names the connector or a connection, and of which capabilities; null for all. */
interface Name {
  bit: number;
  weight: number;
  ofTerm: number;
  named: Uint8Array | null;
}

/** Where a word says what an operation is about, though it is also a name. */
const placesBesideName = places.title | places.object | places.key | places.path;

function maskOf(capabilities: readonly number[], length: number): Uint8Array {
  const mask = new Uint8Array(length);
  for (const capability of capabilities) mask[capability] = 1;
  return mask;
}

function isNamed({ named }: { named: Uint8Array | null }, capability: number): boolean {
  return named === null || at(named, capability) > 0;
}

/** At most 1, though two terms may mean the same word. */
function shareOf(bits: number, length: number): number {
  return Math.min(1, bitsIn(bits) / Math.max(1, length));
}

function bitsIn(bits: number): number {
  let count = 0;
  for (let left = bits; left > 0; left &= left - 1) count += 1;
  return count;
}
