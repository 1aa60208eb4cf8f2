import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { changed } from './changes.ts';
import { client, refusalOf } from './client.ts';

interface SendOptions {
  /** Names the command, so that a repeat has no second effect. By default a fresh one. */
  idempotencyKey?: string;
}

/** Runs a mutation and puts its answer into the cache. Throws a Refusal. */
export async function send<Data, Variables extends Record<string, unknown>>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { idempotencyKey = randomId() }: SendOptions = {},
): Promise<Data> {
  const { data, error } = await client.value.urql.mutation(document, variables, {
    fetchOptions: { headers: { 'idempotency-key': idempotencyKey } },
  });
  if (error) throw refusalOf(error);
  changed();
  return data as Data;
}

/** Returns 128 random bits in hex. `crypto.randomUUID` needs https. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
