import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'installed');

/** Installs what is measured beside ours and is no dependency of it, where that was not done since the lock was changed. */
export function install(): void {
  if (changedAt('node_modules/.package-lock.json') >= changedAt('package-lock.json')) return;
  console.log('Installing what is measured beside Sallyport into bench/installed.');
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'inherit',
  });
}

/** In milliseconds; 0 where there is no such file. */
function changedAt(path: string): number {
  return statSync(join(folder, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
