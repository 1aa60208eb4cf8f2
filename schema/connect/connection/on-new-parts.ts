import { Connection, endedConnectionStatuses } from '../../../db/models/connection.ts';
import { Connector } from '../../../db/models/connector.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import type { DescribedScheme } from '../../kernel/ports/descriptions.ts';
import { validationFailed } from '../../values/errors.ts';
import { fills, headerFill } from '../gateway/fills.ts';
import { namesText } from '../gateway/ways.ts';
import { onNewVersion } from '../vault/new-version.ts';
import { hasNamedParts, type Outline } from '../vault/outline.ts';
import { filledBy, placesOf } from './filled.ts';
import { placedParts } from './parts.ts';

// A new value must have every part that a connection sends, and each new part needs a scheme.
onNewVersion(async (tx, { referenceId: credentialReferenceId, outline }) => {
  if (!outline) return;
  const users = await Connection.inWorkspace(tx)
    .where({ credentialReferenceId })
    .whereNotNull('schemes')
    .whereNotIn('status', [...endedConnectionStatuses])
    .orderBy('id')
    .forNoKeyUpdate();
  for (const connection of users) await judge(tx, connection, outline);
});

async function judge(tx: TransactionContext, connection: Connection, outline: Outline): Promise<void> {
  const kept = connection.schemes as DescribedScheme[];
  if (!hasNamedParts(outline)) {
    const headers = { fills: Object.keys(outline).map(headerFill) };
    assertNone(
      kept.filter((scheme) => !fills(headers, scheme)),
      connection,
      '/secret/headers',
    );
    return;
  }
  assertNone(
    kept.filter(({ name }) => !Object.hasOwn(outline, name)),
    connection,
    '/parts',
  );
  const connector = await Connector.inWorkspace(tx).findById(connection.connectorId).throwIfNotFound();
  const placed = placedParts({ schemes: placesOf(kept, connector) }, outline, '/parts');
  if (placed.length === kept.length) return;
  const schemes = filledBy(
    placed.map(({ scheme }) => scheme),
    placed.map(({ holder }) => holder),
  );
  await Connection.change(tx.knex, connection.id, tx.clock.now(), { schemes });
}

/** Throws `validation_failed` if a value lacks a part that a connection sends. */
function assertNone(lacking: readonly DescribedScheme[], { name }: Connection, pointer: string): void {
  if (lacking.length === 0) return;
  const message = `lacks ${namesText(
    lacking.map((scheme) => scheme.name),
    lacking,
  )}, which the connection “${name}” sends; add it, or disconnect that connection first`;
  throw validationFailed([{ pointer, code: 'required', message }]);
}
