import type { Adapter, AdapterPayload } from 'oidc-provider';

/** The storage of an `oidc-provider`, in memory; the provider itself checks expiry. */
export class OidcMemory {
  readonly #kept = new Map<string, AdapterPayload>();

  readonly adapter = (model: string): Adapter => {
    const kept = this.#kept;
    const keyOf = (id: string) => `${model}:${id}`;
    const among = (isMeant: (payload: AdapterPayload) => boolean) =>
      [...kept].find(([key, payload]) => key.startsWith(`${model}:`) && isMeant(payload))?.[1];
    return {
      upsert: async (id, payload) => void kept.set(keyOf(id), payload),
      find: async (id) => kept.get(keyOf(id)),
      findByUid: async (uid) => among((payload) => payload.uid === uid),
      findByUserCode: async (userCode) => among((payload) => payload.userCode === userCode),
      consume: async (id) => void Object.assign(kept.get(keyOf(id)) ?? {}, { consumed: 1 }),
      destroy: async (id) => void kept.delete(keyOf(id)),
      revokeByGrantId: async (grantId) => {
        for (const [key, payload] of kept) if (payload.grantId === grantId) kept.delete(key);
      },
    };
  };

  forget(model: string): void {
    for (const key of this.#kept.keys()) if (key.startsWith(`${model}:`)) this.#kept.delete(key);
  }
}
