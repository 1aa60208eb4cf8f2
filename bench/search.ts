import { createClient, itemsOf, textAt } from '../scripts/client.ts';
import { misspelt } from '../test/support/misspelt.ts';
import { random } from '../test/support/seed.ts';
import { connect } from './connection.ts';
import { describedAs } from './described.ts';
import { startPlatforms, type Platform } from './platform.ts';
import { aligned, quantile } from './table.ts';
import { figures, heading } from './report.ts';

interface Query {
  text: string;
  /** The title that it should find. */
  title: string;
}

const sizes = [1000, 100_000];
const queryCount = 50;
const firstOnes = 10;
const warmUps = 1000;
const passes = 10;
/** No further pass starts after this time. */
const maxMs = 15_000;
/** How many searches are under way while another request is timed, and how often it is sent. */
const searchesAtOnce = 20;
const otherRequests = 200;

/**
 * Prints the time of a search among few and among very many capabilities, with half of the queries
 * misspelled, and the time of another request while many search.
 */
export async function measureSearch(): Promise<void> {
  await using held = new AsyncDisposableStack();
  const lines = [['', 'capabilities', 'queries', 'p50 ms', 'p95 ms', 'p99 ms', 'found in ten', 'asked']];
  const others = [['', 'capabilities', 'p50 ms alone', 'during searches', 'vs alone', 'searches', 'failed']];
  for (const platform of await startPlatforms(held, 'bench/commanded-server.ts')) {
    const { connectorId } = await connect(platform);
    for (const [index, to] of sizes.entries()) {
      await platform.process.command({ fill: { connectorId, from: sizes[index - 1] ?? 0, to } });
      const { exact, wrong } = queriesAmong(to);
      await warm(platform, [...exact, ...wrong]);
      for (const [kind, queries] of [
        ['as they are', exact],
        ['misspelled', wrong],
      ] as const)
        lines.push([platform.name, to.toLocaleString('en'), kind, ...(await measure(platform, queries))]);
      others.push([
        platform.name,
        to.toLocaleString('en'),
        ...(await measureOther(platform, [...exact, ...wrong])),
      ]);
    }
  }
  heading('A search over GET /api/console/connect/capabilities, one at a time');
  figures(aligned(lines));
  heading(`GET /api/console/projects, alone and while ${searchesAtOnce} searches are under way`);
  figures(aligned(others));
}

/** Returns existing titles, half of them with one wrong letter; the same in every run. */
function queriesAmong(size: number): { exact: Query[]; wrong: Query[] } {
  const next = random(size);
  const below = (max: number) => Math.floor(next() * max);
  const titles = Array.from({ length: queryCount }, () => describedAs(below(size)).title);
  return {
    exact: titles.slice(queryCount / 2).map((title) => ({ title, text: title })),
    wrong: titles.slice(0, queryCount / 2).map((title) => ({ title, text: misspelt(title, below) })),
  };
}

async function warm(platform: Platform, queries: readonly Query[]): Promise<void> {
  for (let done = 0; done < warmUps; done += queries.length)
    for (const query of queries) await ask(platform, query);
  await timeOther(platform);
}

async function measure(platform: Platform, queries: readonly Query[]): Promise<string[]> {
  const found = [];
  for (const query of queries) {
    const titles = await ask(platform, query);
    if (titles.length === 0) throw new Error(`${platform.name} finds nothing by ${query.text}.`);
    if (titles.includes(query.title)) found.push(query);
  }
  const waits: number[] = [];
  const until = performance.now() + maxMs;
  for (let pass = 0; pass < passes && (pass === 0 || performance.now() < until); pass += 1)
    for (const query of queries) {
      const start = performance.now();
      await ask(platform, query);
      waits.push(performance.now() - start);
    }
  const times = [0.5, 0.95, 0.99].map((at) => quantile(waits, at).toFixed(1));
  return [...times, `${found.length} of ${queries.length}`, String(waits.length)];
}

async function measureOther(platform: Platform, queries: readonly Query[]): Promise<string[]> {
  const alone = await timeOther(platform);
  const over = new AbortController();
  let [searches, failed] = [0, 0];
  const search = async (_: unknown, at: number) => {
    for (let next = at; !over.signal.aborted; next += 1) {
      const { status } = await searchFor(platform, queries[next % queries.length]?.text ?? '');
      searches += 1;
      if (status !== 200) failed += 1;
    }
  };
  const searching = Promise.all(Array.from({ length: searchesAtOnce }, search));
  const during = await timeOther(platform);
  over.abort();
  await searching;
  const times = [alone.toFixed(1), during.toFixed(1), `${(during / alone).toFixed(2)}x`];
  return [...times, String(searches), String(failed)];
}

/** Returns the median time of another request. */
async function timeOther({ process, token }: Platform): Promise<number> {
  const url = `http://localhost:${process.port}/api/console/projects`;
  const waits: number[] = [];
  for (let sent = 0; sent < otherRequests; sent += 1) {
    const start = performance.now();
    const { status } = await send('GET', url, { as: token });
    if (status !== 200) throw new Error(`A list of projects was answered by ${status}.`);
    waits.push(performance.now() - start);
  }
  return quantile(waits, 0.5);
}

const send = createClient();

/** Returns the titles of the first results. */
async function ask(platform: Platform, { text }: Query): Promise<string[]> {
  const { status, body } = await searchFor(platform, text);
  if (status !== 200) throw new Error(`A search was answered by ${status}: ${JSON.stringify(body)}`);
  return itemsOf(body).map((it) => textAt(it, 'title'));
}

async function searchFor({ process, token }: Platform, text: string) {
  const query = new URLSearchParams({ query: text, limit: String(firstOnes) });
  return await send('GET', `http://localhost:${process.port}/api/console/connect/capabilities?${query}`, {
    as: token,
  });
}
