import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Connector } from '../../../db/models/connector.ts';
import type { Ports } from '../../kernel/context.ts';
import { createSystemContext } from '../../command/create-context.ts';
import { refusalOf } from '../../values/errors.ts';
import { serverOf } from '../gateway/ask-tool.ts';
import { valuesOf } from '../gateway/credential-forms.ts';
import { RequestFailure } from '../../kernel/request-failure.ts';
import { withoutCredential } from '../gateway/scrub.ts';
import { RemoteToolsFailure, type RemoteServer, type ToolListing } from '../../kernel/ports/remote-tools.ts';
import type { InjectedCredential } from '../gateway/inject.ts';
import { openCredential } from './credential.ts';
import { ImportFailure } from './fetch-document.ts';
import { listByRooms } from './readers.ts';
import { job } from './take-import.ts';

/** Lists the tools of an MCP server. Throws a RemoteToolsFailure or an ImportFailure. */
export async function listTools(
  ports: Ports,
  connector: Connector,
  { url, signal }: { url: URL; signal: AbortSignal },
): Promise<ToolListing> {
  const list = async (credential: InjectedCredential | null) => {
    const listing = await ports.remoteTools.list(serverFor(url, credential), signal);
    return credential ? await withoutEchoes(listing, valuesOf(credential)) : listing;
  };
  try {
    const credential = await openCredential(ports, connector);
    if (credential) return await list(credential);
    const ctx = createSystemContext(ports, job, connector.workspaceId);
    return await listByRooms(ctx, connector, url, list);
  } catch (error) {
    throw failureOf(error);
  }
}

const advice =
  'Give the connector a credentialReferenceId that the server accepts, and import again. If the server uses ' +
  'OAuth, register a client there and store it as a credential reference of the kind OAUTH2_CLIENT. Then ' +
  'create a connection with it; its first authorization starts the import.';

function failureOf(error: unknown): unknown {
  if (error instanceof RemoteToolsFailure && error.code === 'refused')
    return new ImportFailure('refused', `${error.message} ${advice}`, { cause: error });
  const refusal = refusalOf(error);
  if (!refusal) return error;
  return new ImportFailure('credential_unusable', `${refusal.message} Then import again.`, { cause: error });
}

function serverFor(base: URL, credential: InjectedCredential | null): RemoteServer {
  try {
    return serverOf({ base, credential });
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    throw new ImportFailure('credential_unusable', error.message, { cause: error });
  }
}

// A stored listing must not reveal the credential that requested it.
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
