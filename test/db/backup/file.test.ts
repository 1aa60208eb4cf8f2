import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { writeWhole } from '../../../db/backup/file.ts';
import { writeBackup } from '../../../db/backup/write.ts';
import { backupFolder, emptyTarget } from '../../support/backup.ts';

describe('the file of a backup', () => {
  const text = async (to: Writable) => await new Promise<void>((resolve) => to.end('text', resolve));

  it('is accessible to its owner only, and gets its name once it is complete', async () => {
    const path = join(backupFolder(), 'backup.gz');

    await writeWhole(path, async (to) => {
      expect([existsSync(path), existsSync(`${path}.partial`)]).toEqual([false, true]);
      await text(to);
    });

    expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['text', 0o600]);
    expect(existsSync(`${path}.partial`)).toBe(false);
  });

  it('never overwrites another file, even one that appeared meanwhile', async () => {
    const path = join(backupFolder(), 'backup.gz');
    const meanwhile = async (to: Writable) => {
      writeFileSync(path, 'older');
      await text(to);
    };

    await expect(writeWhole(path, meanwhile)).rejects.toThrow('already exists, and is not overwritten.');
    await expect(writeWhole(path, text)).rejects.toThrow('already exists, and is not overwritten.');

    expect(readFileSync(path, 'utf8')).toBe('older');
    expect(existsSync(`${path}.partial`)).toBe(false);
  });

  it('does not exist if writing failed', async () => {
    const folder = backupFolder();
    const fail = async () => await Promise.reject(new Error('It failed.'));

    const strange = async (to: Writable) => await writeBackup(await emptyTarget(), to, new Date());

    await expect(writeWhole(join(folder, 'backup.gz'), fail)).rejects.toThrow('It failed.');
    await expect(writeWhole(join(folder, 'backup.gz'), strange)).rejects.toThrow(
      'The database has no data of Sallyport',
    );

    expect(readdirSync(folder)).toEqual([]);
  });

  it('is not started while another one is being written, or if its folder is missing', async () => {
    const folder = backupFolder();
    writeFileSync(join(folder, 'backup.gz.partial'), '');

    await expect(writeWhole(join(folder, 'backup.gz'), text)).rejects.toThrow(
      /\.partial already exists: another backup is running, or one was interrupted\./,
    );
    await expect(writeWhole(join(folder, 'none/backup.gz'), text)).rejects.toThrow(
      'The backup cannot be written: ENOENT',
    );

    expect(readdirSync(folder)).toEqual(['backup.gz.partial']);
  });
});
