import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Connector } from '../../db/models/connector.ts';
import type { Ports } from '../context.ts';
import { serverOf } from '../gateway/ask-tool.ts';
import { valuesOf } from '../gateway/credential-forms.ts';
import { RequestFailure } from '../gateway/request-failure.ts';
import { withoutCredential } from '../gateway/scrub.ts';
import { RemoteToolsFailure, type RemoteServer, type ToolListing } from '../outside.ts';
import type { InjectedCredential } from '../gateway/inject.ts';
import { openCredential } from './credential.ts';
import { ImportFailure } from './fetch-document.ts';

/** What an MCP server says of itself and its tools. Throws a RemoteToolsFailure or an ImportFailure. */
export async function listTools(
  ports: Ports,
  connector: Connector,
  { url, signal }: { url: URL; signal: AbortSignal },
): Promise<ToolListing> {
  const credential = await openCredential(ports, connector);
  const listing = await listed(ports, serverFor(url, credential), signal);
  return credential ? await withoutEchoes(listing, valuesOf(credential)) : listing;
}

async function listed(ports: Ports, server: RemoteServer, signal: AbortSignal): Promise<ToolListing> {
  try {
    return await ports.remoteTools.list(server, signal);
  } catch (error) {
    if (!(error instanceof RemoteToolsFailure) || error.code !== 'refused') throw error;
    const advice = 'Give the connector a credentialReferenceId that it lets in, and import again.';
    throw new ImportFailure('refused', `${error.message} ${advice}`, { cause: error });
  }
}

function serverFor(base: URL, credential: InjectedCredential | null): RemoteServer {
  try {
    return serverOf({ base, credential });
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    throw new ImportFailure('credential_unusable', error.message, { cause: error });
  }
}

// Whoever reads what a server says of its tools is not told what proves who asked.
async function withoutEchoes(listing: ToolListing, secrets: readonly string[]): Promise<ToolListing> {
  const tools: unknown[] = [];
  for (const tool of listing.tools) {
    tools.push(withoutCredential(tool, secrets));
    await othersTurn();
  }
  const [server, instructions] = [listing.server, listing.instructions].map((told) =>
    withoutCredential(told, secrets),
  );
  return { ...listing, server, instructions, tools };
}
