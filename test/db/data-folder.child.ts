// Claims and releases a data folder as it is told to, line by line.
import { createInterface } from 'node:readline';
import { claimDataFolder, type DataFolder } from '../../db/data-folder.ts';

const [path = ''] = process.argv.slice(2);
let folder: DataFolder | undefined;

for await (const order of createInterface({ input: process.stdin })) {
  if (order === 'claim') claim();
  else {
    folder?.release();
    folder = undefined;
    console.log('released');
  }
}

function claim(): void {
  try {
    folder = claimDataFolder(path);
    console.log('claimed');
  } catch (error) {
    console.log((error as Error).message);
  }
}
