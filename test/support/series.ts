import type { Answer, TestApp } from './app.ts';
import { signInAgain, type Somebody } from './people.ts';

interface Point {
  start: string;
  [number: string]: unknown;
}

/** Reads series of one workspace by REST, whatever time has passed. */
export function seriesOf(t: TestApp, person: Somebody, workspace: string) {
  const read = async (path: string, query: Record<string, string>): Promise<Answer> => {
    const as = { ...person };
    await signInAgain(t, as);
    const url = `/api/console/${path}?${new URLSearchParams({ bucket: 'HOUR', ...query })}`;
    return await t.rest('GET', url, { as, workspace });
  };
  return {
    read,
    /** Returns the numbers of each point, by its start. */
    points: async (path: string, query: Record<string, string>) => {
      const { status, body } = await read(path, query);
      if (status !== 200) throw new Error(JSON.stringify(body));
      return (body.points as Point[]).map(({ start, ...numbers }) => [start.slice(5, 13), numbers] as const);
    },
  };
}
