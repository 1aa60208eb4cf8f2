import { expect, it } from 'vitest';
import { activeCredentialsHeld } from '../../../../schema/identity/mcp-credential/in-force.ts';
import { contextOf } from '../../../../adapters/http/context.ts';
import { testApp } from '../../../support/app.ts';
import { cast, signInAgain } from '../../../support/people.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' });

it('spec §5.11: consent offers no credential of a workspace that refuses this session', async () => {
  const place = await cast(t);
  const { owner, workspaceId: workspace } = place;
  const holder = await place.added('DEVELOPER');
  const send = async (path: string, body?: object) =>
    await t.rest('POST', `/api/console/${path}`, { as: owner, workspace, ...(body && { body }) });
  await send(`members/${holder.memberId}/suspend`);
  await send(`members/${holder.memberId}/reactivate`);
  const made = await send('mcp/credentials', { name: 'agent', holderId: holder.memberId });
  const offered = async () => {
    const headers = { authorization: `Bearer ${holder.token}` };
    const ctx = await contextOf(t.ports, { id: 'req_consent', ip: '127.0.0.1', headers }, 'session');
    return (await activeCredentialsHeld(ctx)).map(({ credential }) => credential.id);
  };

  const before = await offered();
  await signInAgain(t, holder);

  expect(before).toEqual([]);
  expect(await offered()).toEqual([made.body.id]);
});
