import type { BaseModel } from '../../db/models/base.ts';
import type { SchemaTypes } from './builder.ts';
import type { Context } from './context.ts';
import { refuse } from '../values/errors.ts';

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;
type Inputs = PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>;

/** The input fields of a mutation that names its row by `id`. */
export function rowFields(t: Inputs, description: string) {
  return { id: t.id({ required: true, description }), ...versionFields(t) };
}

/** The input field for the version of the row that the caller has read. */
export function versionFields(t: Inputs) {
  return {
    ifRowVersion: t.int({
      description:
        'The `rowVersion` that the caller has read. If the row has changed since, the server changes nothing and ' +
        'answers `version_conflict`.',
    }),
  };
}

type Acting = Pick<Context, 'operation' | 'workspaceId'>;

/** The inputs that name a mutation's row, the row's own id first. */
interface Named {
  id?: string | null;
  approvalRequestId?: string | null;
  applicationId?: string | null;
  ifRowVersion?: number | null;
}

/**
 * Returns the locked row. Throws `version_conflict` if the mutation requires another version of it. `name` is
 * the id by which the input names the row; other rows that the mutation locks pass.
 */
export function atVersion<Row extends BaseModel>(tx: Acting, row: Row, name = row.id): Row {
  const { ifRowVersion } = namedBy(tx);
  if (ifRowVersion == null || ifRowVersion === row.rowVersion || name !== nameIn(tx)) return row;
  throw refuse(
    'version_conflict',
    `The version is now ${row.rowVersion}, not the one that you sent. Read it again, and send your change with its new version.`,
  );
}

/** Throws `if_match_required` if the mutation does not state which version of its row the caller has read. */
export function assertVersion(tx: Acting, noun: string): void {
  if (namedBy(tx).ifRowVersion != null) return;
  throw refuse(
    'if_match_required',
    `A decision applies to the ${noun} that you have read. Read it, and send its ETag as If-Match (in GraphQL its rowVersion as ifRowVersion).`,
  );
}

function namedBy({ operation }: Acting): Named {
  return operation?.input ?? {};
}

// The workspace needs no name in the input: it is the caller's.
function nameIn(tx: Acting): string | null {
  const { id, approvalRequestId, applicationId } = namedBy(tx);
  return id ?? approvalRequestId ?? applicationId ?? tx.workspaceId;
}
