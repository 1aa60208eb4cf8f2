import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { statusOf, stopUnused } from '../../db/embedded/control.ts';
import { atEnd } from './at-end.ts';

/** A data folder for an embedded database, which ends with the test or the file, whoever was killed while using it. */
export function embeddedFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-test-'));
  atEnd(async () => {
    // What was killed a moment ago may still have its session.
    while ((await statusOf(folder)).isRunning) await stopUnused(folder);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
