import { expect, it } from 'vitest';
import { encodeCursor, rankedPage } from '../../../schema/kernel/page.ts';

const rows = Array.from({ length: 5 }, (_, at) => ({ name: `row ${at + 1}` }));
const read = async ({ offset, limit }: { offset: number; limit: number }) =>
  await Promise.resolve(rows.slice(offset, offset + limit));
const page = async (args: Parameters<typeof rankedPage>[0]) => {
  const { edges, pageInfo } = await rankedPage(args, read);
  const { hasPreviousPage, hasNextPage } = pageInfo;
  return { names: edges.map(({ node }) => node.name), hasPreviousPage, hasNextPage };
};

it('a page has from one to a hundred rows, and its size is given once', async () => {
  const sizes = [
    { first: 1 },
    { first: 100 },
    { first: 0 },
    { first: 101 },
    { first: -1 },
    {},
    { first: 1, last: 1 },
  ];
  const isRefused = sizes.map(
    async (args) =>
      await page(args).then(
        () => false,
        () => true,
      ),
  );

  expect(await Promise.all(isRefused)).toEqual([false, false, true, true, true, true, true]);
});

it('a ranked page continues from a cursor, and reports whether there are more rows on either side', async () => {
  const second = (await rankedPage({ first: 2 }, read)).pageInfo.endCursor;

  expect(await page({ first: 2 })).toEqual({
    names: ['row 1', 'row 2'],
    hasPreviousPage: false,
    hasNextPage: true,
  });
  expect(await page({ first: 3, after: second })).toEqual({
    names: ['row 3', 'row 4', 'row 5'],
    hasPreviousPage: true,
    hasNextPage: false,
  });
});

it('a ranked page is refused backwards, and from an invalid position', async () => {
  const backwards = rankedPage({ last: 2 }, read);
  await expect(backwards).rejects.toMatchObject({ code: 'invalid_request' });
  await expect(rankedPage({ first: 2, after: encodeCursor('0') }, read)).rejects.toMatchObject({
    code: 'invalid_cursor',
  });
});
