import { McpConsent } from '../../../db/models/mcp-consent.ts';
import { touchPerson } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { personOf, type Context } from '../../kernel/context.ts';
import { notFound } from '../../values/errors.ts';
import { atVersion, rowFields } from '../../kernel/row-version.ts';
import { McpConsentType } from './consent-type.ts';
import { endConsent } from './end-consent.ts';

/** Revokes a consent of the caller. The client's tokens fail from then on; it must ask for consent again. */
export async function revokeMcpConsent(ctx: Context, { id }: { id: string }) {
  return await ctx.transaction(async (tx) => {
    const { personId } = personOf(tx);
    const before = await McpConsent.query(tx.knex).findOne({ id, personId }).forNoKeyUpdate();
    if (!before) throw notFound(tx, 'consent');
    const mcpConsent = await endConsent(tx, atVersion(tx, before), 'REVOKED');
    await touchPerson(tx, personId);
    return { mcpConsent };
  });
}

builder.relayMutationField(
  'revokeMcpConsent',
  { inputFields: (t) => ({ ...rowFields(t, 'The consent.') }) },
  {
    description:
      'Revokes one of the caller’s own consents. The client’s tokens stop immediately, and the client must ask ' +
      'for consent again. Needs no permission.',
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) => await revokeMcpConsent(ctx, input),
  },
  {
    outputFields: (t) => ({ mcpConsent: t.field({ type: McpConsentType, resolve: (it) => it.mcpConsent }) }),
  },
);
