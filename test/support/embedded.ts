import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { statusOf, stopUnused } from '../../db/embedded/control.ts';
import { atEnd } from './at-end.ts';

/** Creates a data folder for an embedded database. It ends with the test or file, even after kills. */
export function embeddedFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-test-'));
  atEnd(async () => {
    // A process that was just killed may still have its session.
    while ((await statusOf(folder)).isRunning) await stopUnused(folder);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
