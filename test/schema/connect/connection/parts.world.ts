import type { TestApp } from '../../../support/app.ts';
import { connectionsOf } from '../../../support/connections.ts';
import { gatekeeper, type Gatekeeper } from '../../../support/gatekeeper.ts';
import { cast } from '../../../support/people.ts';

export const inQuery = (name: string) => ({ type: 'apiKey', in: 'query', name });
export const inHeader = (name: string) => ({ type: 'apiKey', in: 'header', name });
export const basic = { type: 'http', scheme: 'basic' };
export const bearer = { type: 'http', scheme: 'bearer' };
export const both = (...names: string[]) => Object.fromEntries(names.map((name) => [name, []]));

export const key = 'key-canary-0123456789abcdef';
export const secretToken = 'tok-canary-fedcba9876543210';
export const trelloParts = { APIKey: key, APIToken: secretToken };

export const knockOf = (gate: Gatekeeper) => gate.knocks.at(-1) ?? { path: '', query: {}, headers: {} };

/** Creates a workspace that connects to providers with several security schemes. */
export async function partsWorld(t: TestApp) {
  const place = await cast(t);
  const connections = connectionsOf(t, place);

  /** Like Trello: two query keys together. */
  const trello = await gatekeeper({
    schemes: { APIKey: inQuery('key'), APIToken: inQuery('token') },
    security: [both('APIKey', 'APIToken')],
    operations: { cards: undefined, status: [], boards: [both('APIKey')] },
  });

  /** Creates a connection with the secret; `run` calls an operation of its provider. */
  const connected = async (gate: Gatekeeper, secret: object, more: object = {}) => {
    const made = await connections.made(gate, { secret, ...more });
    const run = async (operation: string) => {
      const capability = await connections.capability(made.connectorId, operation);
      return await connections.run(await connections.select(capability, made.id));
    };
    return { ...made, run };
  };

  /** Tries to create a connection with the secret, and returns the response. */
  const refused = async (gate: Gatekeeper, secret: object, more: object = {}) => {
    const projectId = await connections.project();
    const connectorId = await connections.connector(gate);
    const credentialReferenceId = await connections.reference(projectId, secret);
    return await connections.create({ projectId, connectorId, credentialReferenceId, ...more });
  };

  return { place, connections, trello, connected, refused };
}
