import { textOf, textsOf } from '../parts/form.tsx';
import { jsonOf } from '../parts/json-of.ts';
import type { CreateConnectionInput } from './documents.generated.ts';

/** Returns the input of a new connection. An empty field is left out, so that the server's default applies. */
export function inputOf(data: FormData): CreateConnectionInput {
  const scopes = textsOf(data, 'scopes');
  const given = {
    credentialReferenceId: textOf(data, 'credentialReferenceId'),
    baseUrl: textOf(data, 'baseUrl'),
    testCapabilityId: textOf(data, 'testCapabilityId'),
    scopes: scopes.length > 0 ? scopes : undefined,
    scheme: textOf(data, 'scheme'),
    accountPointer: textOf(data, 'accountPointer'),
    grant: textOf(data, 'grant'),
    clientAuthentication: textOf(data, 'clientAuthentication'),
    oauthParameters: jsonOf(data, 'oauthParameters'),
    revocationUrl: textOf(data, 'revocationUrl'),
    settings: jsonOf(data, 'settings'),
  };
  const filled = Object.entries(given).filter(([, value]) => value !== undefined);
  return {
    projectId: textOf(data, 'projectId') ?? '',
    connectorId: textOf(data, 'connectorId') ?? '',
    name: textOf(data, 'name') ?? '',
    ...(Object.fromEntries(filled) as Partial<CreateConnectionInput>),
  };
}
