import type {
  DescribedScheme,
  DescriptionHead,
  DescriptionPart,
} from '../../schema/kernel/ports/descriptions.ts';
import type { ToolListing } from '../../schema/kernel/ports/remote-tools.ts';
import { pointerOf } from '../../schema/values/pointer.ts';
import { collectFindings, endOf, LeftOut } from './findings.ts';
import { line, prose } from './text.ts';
import { describeTool, nameIn } from './tool.ts';
import { isObject, own } from '../../schema/values/foreign-values.ts';

// MCP, authorization: servers take a bearer token. The list does not say whether one needs it.
const schemes: DescribedScheme[] = [{ name: 'bearer', description: '', kind: 'BEARER' }];

// oxfmt-ignore
const endings: Record<Exclude<ToolListing['ending'], 'complete'>, string> = {
  too_many_tools:  'The server has more tools than the maximum; only the first were read.',
  too_many_pages:  'The server lists its tools on more pages than the maximum; only the first were read.',
  cursor_repeated: 'The server’s pages of tools lead back to themselves; only the pages before were read.',
};

/** Reads the list of an MCP server. The pointer of a finding contains the tool's name or index. */
export function* readTools(listing: ToolListing, sourceUrl: URL | null): Generator<DescriptionPart> {
  const findings = collectFindings();
  yield { part: 'HEAD', head: headOf(listing, sourceUrl) };

  const taken = new Set<string>();
  const counts = { operations: listing.tools.length, capabilities: 0 };
  for (const [index, tool] of listing.tools.entries()) {
    const at = pointerOf(['tools', nameIn(tool) ?? index]);
    try {
      yield { part: 'CAPABILITY', capability: describeTool(tool, { findings, at, taken }) };
      counts.capabilities += 1;
    } catch (error) {
      if (!(error instanceof LeftOut)) throw error;
      findings.addWhole(error.code, at, error.message);
    }
  }
  if (listing.ending !== 'complete') findings.addWhole(listing.ending, '/tools', endings[listing.ending]);
  yield* endOf(findings, counts);
}

function headOf({ server, instructions }: ToolListing, sourceUrl: URL | null): DescriptionHead {
  return {
    title: line(own(server, 'title')) || line(own(server, 'name')) || 'Untitled server',
    version: line(own(server, 'version'), 60),
    description: prose(isObject(server) ? (instructions ?? server['description']) : instructions),
    servers: sourceUrl ? [{ url: sourceUrl.href, description: '' }] : [],
    baseUrlProposals: [],
    schemes,
  };
}
