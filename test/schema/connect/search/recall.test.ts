import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.ts';
import { connectorsOf, importAll } from '../../../support/connectors.ts';
import { cast, type Cast } from '../../../support/people.ts';
import { descriptions, questions, type Question } from './descriptions.ts';

/** What was reached, in percent, with a small reserve: the operation is first, or among the first five. */
const reached = {
  heldIn: { workspace: { first: 74, five: 93 }, connector: { first: 71, five: 93 } },
  heldOut: { workspace: { first: 54, five: 77 }, connector: { first: 58, five: 78 } },
} as const;

const t = await testApp();
const document = `query ($query: String!, $connectorId: ID) {
  capabilities(query: $query, connectorId: $connectorId, first: 5) { edges { node { key connectorId } } }
}`;

let place: Cast;
const connectorIds = new Map<string, string>();
beforeAll(async () => {
  place = await cast(t);
  const { make } = connectorsOf(t, place);
  for (const [provider, description] of descriptions) {
    const name = provider.charAt(0).toUpperCase() + provider.slice(1);
    const { body } = await make({ name, source: 'OPENAPI', document: JSON.stringify(description) });
    connectorIds.set(provider, body.id);
  }
  await importAll(t);
}, 120_000);

/** Returns the place of the first accepted operation among the first five; null if there is none. */
async function placeOf({ ask, connector, operation }: Question, isWithin: boolean): Promise<number | null> {
  const id = connectorIds.get(connector);
  const variables = { query: ask, connectorId: isWithin ? id : null };
  const { body } = await t.graphql(document, variables, { as: place.owner, workspace: place.workspaceId });
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  const found: { key: string; connectorId: string }[] = body.data.capabilities.edges.map(
    ({ node }: { node: object }) => node,
  );
  const at = found.findIndex(({ key, connectorId }) => connectorId === id && operation.includes(key));
  return at === -1 ? null : at + 1;
}

function percentages(places: readonly (number | null)[]) {
  const share = (count: number) => Math.round((100 * count) / places.length);
  return {
    first: share(places.filter((at) => at === 1).length),
    five: share(places.filter((at) => at !== null).length),
  };
}

const cases = (['heldIn', 'heldOut'] as const).flatMap((half) =>
  (['workspace', 'connector'] as const).map((where) => ({ half, where })),
);

describe('the recall of a search among 14 public APIs', () => {
  it.each(cases)(
    'stays at what was reached for the questions $half within the $where',
    async ({ half, where }) => {
      const asked = questions[half];
      const places: (number | null)[] = [];
      for (const question of asked) places.push(await placeOf(question, where === 'connector'));
      const of = (isParaphrase: boolean) =>
        percentages(places.filter((_, at) => asked[at]?.isParaphrase === isParaphrase));
      const all = percentages(places);

      console.info(
        `${half} within the ${where}:`,
        JSON.stringify({ all, typed: of(false), paraphrased: of(true) }),
      );
      const { first, five } = reached[half][where];
      expect(all.first).toBeGreaterThanOrEqual(first);
      expect(all.five).toBeGreaterThanOrEqual(five);
    },
  );
});
