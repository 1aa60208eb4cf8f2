import { describe, expect, it } from 'vitest';
import { releaseLease, takeLease } from '../../../../schema/connect/connection/lease.ts';
import { createContext, nobody } from '../../../../schema/command/create-context.ts';
import { testApp } from '../../../support/app.ts';
import { connectionsOf } from '../../../support/connections.ts';
import { cast } from '../../../support/people.ts';
import { provider } from '../../../support/provider.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const place = await cast(t);
const shop = await provider();
const ctx = createContext(t.ports, nobody());

async function connection() {
  const { id } = await connectionsOf(t, place).made(shop);
  return { id, workspaceId: place.workspaceId };
}

describe('the lease of the one process that fetches tokens', () => {
  it('lasts a minute, and another process can take it then', async () => {
    const where = await connection();
    await takeLease(ctx, where);

    t.clock.advance({ seconds: 59 });
    const early = await takeLease(ctx, where);
    t.clock.advance({ seconds: 1 });
    const late = await takeLease(ctx, where);

    expect(early).toBeNull();
    expect(late?.until).toEqual(new Date(t.clock.now().getTime() + 60_000));
  });

  it('that expired does not release the lease of its new holder', async () => {
    const where = await connection();
    const lost = await takeLease(ctx, where);
    t.clock.advance({ minutes: 1 });
    const held = await takeLease(ctx, where);

    if (lost) await releaseLease(ctx, lost);
    const third = await takeLease(ctx, where);

    expect([lost, held]).toEqual([expect.any(Object), expect.any(Object)]);
    expect(third).toBeNull();
  });

  it('is free once it is released', async () => {
    const where = await connection();
    const held = await takeLease(ctx, where);

    if (held) await releaseLease(ctx, held);

    expect(await takeLease(ctx, where)).not.toBeNull();
  });
});
