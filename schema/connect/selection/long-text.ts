import { UnsealError } from '../../../db/envelope.ts';
import type { CapabilityMode } from '../../../db/models/capability.ts';
import type { Context } from '../../kernel/context.ts';
import { unsealJson } from '../../kernel/sealed.ts';
import type { Selection } from './selection.ts';

/** The sealed content of a selection of the previous version, which had about 570 characters. */
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
 * Opens a selection of the previous version; null if the text is none. Both versions run at the same time
 * during an upgrade. Selections live for 15 minutes, so the next version can remove this file.
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
