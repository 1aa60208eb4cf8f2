import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'installed');

/** Installs what is measured beside ours and is no dependency of it, where that was not done yet. */
export function install(): void {
  if (existsSync(join(folder, 'node_modules'))) return;
  console.log('Installing what is measured beside Sallyport into bench/installed, once.');
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'inherit',
  });
}
