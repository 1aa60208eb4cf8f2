import { nextNumber, send, type Ids, type Place } from './matrix.place.ts';

export const newProduct = () => ({ slug: `product-${nextNumber()}`, name: 'Web shop' });

/** The latest product of each workspace. A workspace may have only 50. */
const made = new Map<string, string>();

export async function product(place: Place): Promise<Ids> {
  const last = made.get(place.workspaceId);
  if (last) await retired(place, last);
  const { id = '' } = await send(place, 'POST', '/api/console/products', newProduct());
  made.set(place.workspaceId, id);
  return { id };
}

async function retired({ t, owner, workspaceId }: Place, id: string): Promise<void> {
  await t.rest('POST', `/api/console/products/${id}/retire`, { as: owner, workspace: workspaceId });
}
