import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import { mcpCredentialSnapshot } from '../../schema/mcp-credential/snapshot.ts';
import { Standings, type Standing } from '../../schema/mcp-credential/standings.ts';
import { Reads } from '../../schema/reads.ts';

/**
 * The product's own, which read everything a second time: whatever test an agent calls in, what is kept of its workspace
 * must be what is there, unless something has happened in it meanwhile.
 */
export class CheckedStandings extends Standings {
  readonly #knex: Knex;

  constructor(knex: Knex) {
    super(knex, (snapshot) => new CheckedReads(async () => await isStill(knex, snapshot)));
    this.#knex = knex;
  }

  override async of(credentialId: string): Promise<Standing | null> {
    const standing = await super.of(credentialId);
    const now = await mcpCredentialSnapshot(this.#knex, credentialId);
    if (standing?.snapshot.position === now?.position)
      demandSame('the credential', standing?.snapshot ?? null, now);
    return standing;
  }
}

class CheckedReads extends Reads {
  readonly #isSo: () => Promise<boolean>;

  constructor(isSo: () => Promise<boolean>) {
    super();
    this.#isSo = isSo;
  }

  override async once<Value>(name: string, read: () => Promise<Value>): Promise<Value> {
    const kept = await super.once(name, read);
    const now = await read();
    if (await this.#isSo()) demandSame(name, kept, now);
    return kept;
  }
}

async function isStill(knex: Knex, { credentialId, position }: Standing['snapshot']): Promise<boolean> {
  return (await mcpCredentialSnapshot(knex, credentialId))?.position === position;
}

function demandSame(name: string, kept: unknown, now: unknown): void {
  if (!isDeepStrictEqual(kept, now))
    throw new Error(`What is kept of ${name} is not what is there, and no event tells of it.`);
}
