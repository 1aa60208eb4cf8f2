import { grantEnd } from '../../../db/oauth-records.ts';
import type { SnapshotKind } from '../../kernel/ports/snapshots.ts';

/** An OAuth grant: a person's authorization of tokens, which end with it. */
export interface OAuthGrant {
  id: string;
  personId: string;
}

interface OAuthGrantSnapshot extends OAuthGrant {
  endsAt: Date;
}

/** Named by person and id. Every removal of a grant touches the person's chain. */
export const oauthGrants: SnapshotKind<OAuthGrantSnapshot> = {
  max: 10_000,
  async read(knex, name) {
    const { personId, id } = grantIn(name);
    const endsAt = await grantEnd(knex, id);
    return endsAt && { id, personId, endsAt };
  },
  chainsOf: ({ personId }) => [personId],
};

export function nameOfGrant({ personId, id }: OAuthGrant): string {
  return `${personId} ${id}`;
}

function grantIn(name: string): OAuthGrant {
  const [personId = '', id = ''] = name.split(' ');
  return { personId, id };
}
