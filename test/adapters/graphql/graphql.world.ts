import type { Answer, TestApp } from '../../support/app.ts';
import { applicationWithKey, cast } from '../../support/people.ts';

export const health = '{ sandboxHealth { status environment } }';
export const codeOf = ({ body }: Answer) => body.errors?.[0]?.extensions.code;

/** Creates a workspace with an application and its key. */
export async function graphqlWorld(t: TestApp) {
  const people = await cast(t);
  await applicationWithKey(t, people);
  return { people, as: { as: people.owner } };
}
