import type { ApiProductVersion } from '../../../db/models/api-product-version.ts';
import { ApiProductVersion as Version } from '../../../db/models/api-product-version.ts';
import type { CredentialKind } from '../../../db/models/credential-reference.ts';
import { isSendableHeader } from '../../connect/gateway/headers.ts';
import { bindReference } from '../../connect/vault/bind.ts';
import { findReference, lockReference } from '../../connect/vault/find.ts';
import { referenceMoves } from '../../connect/vault/rules.ts';
import { referenceUses } from '../../connect/vault/uses.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { assertReachable } from '../../kernel/reachable.ts';
import * as productFormats from '../../values/product-formats.ts';
import { validationFailed } from '../../values/errors.ts';

/** Where the live calls of a version go. */
export interface GivenUpstream {
  url: string;
  credentialReferenceId?: string | null | undefined;
  apiKeyHeader?: string | null | undefined;
}

export type Upstream = Pick<ApiProductVersion, 'upstreamUrl' | 'upstreamReferenceId' | 'upstreamHeader'>;

export const noUpstream: Upstream = { upstreamUrl: null, upstreamReferenceId: null, upstreamHeader: null };

const kinds: ReadonlySet<CredentialKind> = new Set<CredentialKind>(['API_KEY', 'BEARER', 'BASIC', 'CUSTOM']);
const ours = /^(?:sallyport-.*|traceparent|tracestate)$/i;
const usualHeader = 'X-Api-Key';

export const UpstreamInput = builder.inputType('ApiProductUpstreamInput', {
  description: 'Where the live calls of a version go.',
  fields: (t) => ({
    url: t.string({
      required: true,
      validate: productFormats.upstreamUrl,
      description: 'The paths of the version follow it, such as `https://shop.example.com/api`.',
    }),
    credentialReferenceId: t.id({
      description: 'The credential that the server adds, of the kind API_KEY, BEARER, BASIC or CUSTOM.',
    }),
    apiKeyHeader: t.string({
      validate: productFormats.headerName.nullish(),
      description: `The header of a credential of the kind API_KEY, by default \`${usualHeader}\`.`,
    }),
  }),
});

/** Returns the columns of an upstream. Throws `url_not_allowed`, and `validation_failed` if its credential cannot be used. */
export async function upstreamColumns(ctx: Context, given: GivenUpstream): Promise<Upstream> {
  const { url, credentialReferenceId = null, apiKeyHeader = null } = given;
  assertReachable(ctx, url, '/upstream/url');
  const upstreamUrl = url.replace(/\/+$/, '');
  if (credentialReferenceId === null) return { ...noUpstream, upstreamUrl };
  const { kind, status } = await findReference(ctx, credentialReferenceId);
  referenceMoves.next(status, 'open');
  if (apiKeyHeader !== null && (!isSendableHeader(apiKeyHeader.toLowerCase()) || ours.test(apiKeyHeader)))
    throw validationFailed([
      {
        pointer: '/upstream/apiKeyHeader',
        code: 'invalid',
        message: 'must be a header that the server does not set',
      },
    ]);
  if (!kinds.has(kind)) throw unusable(`must be of the kind ${[...kinds].join(', ')}`);
  const upstreamHeader = kind === 'API_KEY' ? (apiKeyHeader ?? usualHeader) : null;
  return { upstreamUrl, upstreamReferenceId: credentialReferenceId, upstreamHeader };
}

/** Binds the credential of a version to the origin of its upstream, which alone may receive it. */
export async function bindUpstream(
  tx: TransactionContext,
  { upstreamUrl, upstreamReferenceId }: Upstream,
): Promise<void> {
  if (upstreamUrl === null || upstreamReferenceId === null) return;
  await bindReference(tx, await lockReference(tx, upstreamReferenceId), [new URL(upstreamUrl)]);
}

function unusable(message: string) {
  return validationFailed([{ pointer: '/upstream/credentialReferenceId', code: 'invalid', message }]);
}

referenceUses.register(async (tx, upstreamReferenceId) => {
  const count = await Version.inWorkspace(tx)
    .where({ upstreamReferenceId })
    .whereNotIn('status', ['RETIRED', 'DISCARDED'])
    .resultSize();
  return { count, noun: 'API product version', verb: 'retire or discard' };
});
