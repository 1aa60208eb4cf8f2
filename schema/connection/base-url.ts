import type { Connector } from '../../db/models/connector.ts';
import { missing, validationFailed, type Refusal } from '../errors.ts';

const why: Record<Connector['status'], string> = {
  DELETED: 'is deleted',
  FAILED: 'could not be imported: its latestImport says why, and importing again may help',
  IMPORTING: 'has not been imported yet: wait until its status is READY',
  READY: 'has not been imported yet',
};

/** Throws unless the connector's description was read to its end once. */
export function demandImported({ importedAt, status }: Connector): void {
  if (importedAt !== null && status !== 'DELETED') return;
  throw invalid('/connectorId', why[status]);
}

/** Below which address the connector is called: no other than its description says, where it says one. */
export function baseUrlOf({ servers }: Connector, wanted: string | null | undefined): string {
  const known = servers.map(({ url }) => url);
  const [first] = known;
  const chosen = wanted ?? first;
  if (chosen === undefined) throw validationFailed([missing('/baseUrl')]);
  if (first !== undefined && !known.includes(chosen))
    throw invalid(
      '/baseUrl',
      `is none of the connector’s servers, which are ${known.join(', ').slice(0, 500)}`,
    );
  return chosen;
}

function invalid(pointer: string, message: string): Refusal {
  return validationFailed([{ pointer, code: 'invalid', message }]);
}
