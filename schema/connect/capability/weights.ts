import { places } from './indexed-words.ts';

/** How much each signal counts. They were chosen without the `heldOut` half of the questions; see ADR 98. */
export const weights = {
  /** Another form of the word, a longer word, a word spelled alike. */
  stem: 0.9,
  beginning: 0.5,
  similar: 0.8,
  /** A word from the table of synonyms, and the words of a phrase in it. */
  synonym: 0.8,
  ofPhrase: 0.2,
  /** Of each other word that a term stands for. */
  further: 0.1,
  furtherOfPhrase: 0.5,
  /** A verb, and operations with its effect but not its word. */
  verb: 0.8,
  effect: 0.6,
  /** The effect `read` in a query without a verb, and in a question. */
  implied: 0.25,
  question: 0.8,
  /** The part that rises with the share of the query that is found. */
  coverage: 0.6,
  /** At most added for the share of the title, and of the path, that the query names. */
  title: 0.7,
  path: 0.4,
  /** At most added for the name of the provider or the connection. */
  name: 6,
  /** Of a word that is a name, in capabilities whose title, key or path has it, and in others. */
  nameInTitle: 0.3,
  ofName: 0.1,
  /** A word in one more place. */
  repeated: 0.08,
} as const;

const byPlace = {
  title: 1,
  object: 1,
  key: 0.8,
  path: 0.6,
  lead: 0.5,
  other: 0.35,
  description: 0.25,
} as const satisfies Record<keyof typeof places, number>;

/** The weight of each combination of places: that of the best, and a little for each other one. */
export const weightOfPlaces: Float32Array = Float32Array.from({ length: 128 }, (_, bits) => {
  const found = (Object.keys(places) as (keyof typeof places)[]).filter(
    (place) => (bits & places[place]) > 0,
  );
  const best = Math.max(0, ...found.map((place) => byPlace[place]));
  return best + weights.repeated * Math.max(0, found.length - 1);
});
