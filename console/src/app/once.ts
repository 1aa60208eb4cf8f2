import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { changed } from './changes.ts';
import { client } from './client.ts';
import { randomId } from './write.ts';

/**
 * Runs a mutation whose answer has a secret, past the cache: the secret is only in what this returns. Throws a
 * Refusal. The same `idempotencyKey` never creates two.
 */
export async function once<Data, Variables extends Record<string, unknown>>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  idempotencyKey = randomId(),
): Promise<Data> {
  const data = await client.value.post(document, variables, idempotencyKey);
  changed();
  return data as Data;
}
