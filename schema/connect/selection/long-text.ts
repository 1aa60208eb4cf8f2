import { UnsealError } from '../../../db/envelope.ts';
import type { CapabilityMode } from '../../../db/models/capability.ts';
import type { Context } from '../../kernel/context.ts';
import { unsealJson } from '../../kernel/sealed.ts';
import type { Selection } from './selection.ts';

/** What the version before wrote into its selections, sealed: some 570 characters. */
interface Sealed {
  subject: string;
  workspaceId: string | null;
  connectionId: string;
  capabilityId: string;
  versionId: string | null;
  digest: string;
  mode: CapabilityMode;
  bounds: { rows: number };
  /** Milliseconds since 1970. */
  expires: number;
}

/**
 * A selection of the version before, which serves beside this one while it is replaced; null for whatever is none. They live for
 * 15 minutes, so the version after this one needs no such file.
 */
export function openedLong({ sealing }: Pick<Context, 'sealing'>, text: string): Selection | null {
  try {
    const sealed = Buffer.from(text.slice('sel_'.length), 'base64url');
    const { bounds, ...selected } = unsealJson(sealing, 'selection', sealed) as Sealed;
    return { ...selected, rows: bounds.rows };
  } catch (cause) {
    if (cause instanceof UnsealError) return null;
    throw cause;
  }
}
