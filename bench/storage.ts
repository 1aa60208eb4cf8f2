import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { joinCluster } from '../db/embedded/join.ts';
import { createDatabase } from './platform.ts';
import { statements } from './peers/storage-statements.ts';
import { figures, heading, note } from './report.ts';
import { aligned, quantile } from './table.ts';

const items = 2000;
const owners = 100;
type Name = Exclude<keyof typeof statements, 'create'>;
const asked = Object.keys(statements).filter((name) => name !== 'create') as Name[];

interface Store {
  name: string;
  run(name: keyof typeof statements, values: (string | number)[]): Promise<unknown>;
}

/** Prints the time of single statements, one at a time. */
export async function measureStorage(held: AsyncDisposableStack): Promise<void> {
  const lines: string[][] = [['ms', ...asked]];
  for (const store of await stores(held)) lines.push([store.name, ...(await measure(store))]);
  heading('G. One statement at a time');
  figures(aligned(lines));
  note(
    `Medians of ${items.toLocaleString('en')} each. The embedded PostgreSQL waits for its disk at each commit; node:sqlite holds ` +
      'its thread for as long as a statement takes.',
  );
}

async function measure(store: Store): Promise<string[]> {
  await store.run('create', []);
  const medians: string[] = [];
  for (const name of asked) {
    const waits: number[] = [];
    for (let at = 0; at < items; at += 1) {
      const start = performance.now();
      await store.run(name, valuesOf(name, at));
      waits.push(performance.now() - start);
    }
    medians.push(quantile(waits, 0.5).toFixed(3));
  }
  return medians;
}

function valuesOf(name: Name, at: number): (string | number)[] {
  const id = `item_${String(at).padStart(8, '0')}`;
  const owner = `owner_${at % owners}`;
  if (name === 'insert') return [id, owner, at];
  return [name === 'range' ? owner : id];
}

async function stores(held: AsyncDisposableStack): Promise<Store[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-bench-'));
  held.defer(() => rmSync(folder, { recursive: true, force: true }));
  const { url } = held.use(await joinCluster(join(folder, 'embedded')));
  const server = await createDatabase(held);
  return [
    await postgres(held, 'The embedded PostgreSQL', url),
    ...(server === undefined ? [] : [await postgres(held, 'A PostgreSQL server over TCP', server)]),
    sqlite(held, join(folder, 'sqlite')),
  ];
}

async function postgres(held: AsyncDisposableStack, name: string, connectionString: string): Promise<Store> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  held.defer(async () => await client.end());
  const run: Store['run'] = async (statement, values) => await client.query(statements[statement], values);
  return { name, run };
}

function sqlite(held: AsyncDisposableStack, path: string): Store {
  const database = new DatabaseSync(path);
  held.defer(() => database.close());
  return {
    name: 'node:sqlite in a file',
    run: async (statement, values) =>
      database.prepare(statements[statement].replaceAll(/\$\d/g, '?')).all(...values),
  };
}
