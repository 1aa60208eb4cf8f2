import { wordsOf } from '../parts/actor.ts';
import { visible } from '../parts/visible.ts';
import { may } from './me.ts';
import { places } from './places.ts';
import { useAddress } from './screen.tsx';

interface Resource {
  type: string;
  id: string;
  name: string | null;
}

/** The places whose path is not the plural of the kind. */
const otherPaths: Readonly<Record<string, string>> = {
  api_product: 'products',
  // The place shows a version by its id alone.
  api_product_version: 'products',
  approval_request: 'approvals',
  capability: 'capabilities',
  credential_reference: 'vault',
  mcp_tool_call: 'tool-calls',
  webhook_endpoint: 'webhooks',
};

/** What an event or audit entry is about, with its screen if it has one that the person may open. */
export function ResourceLink({ of: { type, id, name } }: { of: Resource }) {
  const address = useAddress();
  const path = otherPaths[type] ?? `${type.replaceAll('_', '-')}s`;
  const place = places.find((it) => it.path === path);
  const words =
    name === null ? <code title={id}>{`${id.slice(0, 10)}…${id.slice(-8)}`}</code> : visible(name);
  return (
    <span class="resource">
      <span class="quiet">{nounOf(type)}</span>{' '}
      {place && (place.needs === null || may(place.needs)) ? (
        <a href={address(`${path}/${id}`)}>{words}</a>
      ) : (
        words
      )}
    </span>
  );
}

/** Returns the kind of a resource as words: `api_key` becomes "API key". */
export function nounOf(type: string): string {
  return wordsOf(type).replace(/^(?:api|mcp)\b/, (letters) => letters.toUpperCase());
}
