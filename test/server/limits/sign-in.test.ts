import { expect, it } from 'vitest';
import { anotherInstance, testApp } from '../../support/app.ts';
import { somebody } from '../../support/people.ts';
import { redisUrl, whyNoRedis } from '../../support/redis.ts';

const whyNot = await whyNoRedis();
const one = await testApp(whyNot === undefined ? { REDIS_URL: redisUrl } : {}, { instances: 1 });
const other = await anotherInstance(one);

it('an account has five wrong passwords over all instances, and the sixth attempt is refused on each', async ({
  skip,
}) => {
  if (whyNot !== undefined) skip(whyNot);
  for (const { events } of [one, other])
    await expect.poll(() => events.map(({ event }) => event)).toContain('limits.shared');
  const { email, password } = await somebody(one);
  const signIn = async (at: typeof one, given: string) =>
    (await at.rest('POST', '/api/auth/sign-in', { body: { email, password: given } })).status;

  const wrong = [];
  for (const at of [one, other, one, other, one]) wrong.push(await signIn(at, 'wrong'));
  const sixth = [await signIn(other, password), await signIn(one, password)];

  expect(wrong).toEqual(Array(5).fill(401));
  expect(sixth).toEqual([429, 429]);
});
