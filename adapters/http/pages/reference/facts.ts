import { permissions } from '../../../../schema/kernel/access/permissions.ts';
import { joined, prose, type Block, type Inline, type Line } from './blocks.ts';
import type { Description } from './description.ts';
import type { Operation } from './operations.ts';
import { schemesOf, serversOf } from './request-sample.ts';

/** Returns the server, the credential, the permission and the scope of an operation. */
export function factsOf(description: Description, operation: Operation): Block {
  const { id, tag, described } = operation;
  const permission = described['x-required-permission'];
  const scope = described['x-required-scope'];
  const rows: (readonly [string, Line])[] = [
    ['Operation', [{ code: id }, ` (${tag})`]],
    ...serversOf(description, operation).map((url) => ['Server', [{ code: url }]] as const),
    ['Credential', credentialLine(description, operation)],
    ...(permission === undefined ? [] : [['Permission', permissionLine(permission)] as const]),
    ...(scope === undefined ? [] : [['Scope', [{ code: scope }]] as const]),
  ];
  return { kind: 'facts', rows };
}

function credentialLine({ components }: Description, operation: Operation): Line {
  const schemes = schemesOf(operation);
  if (schemes.length === 0) return ['None.'];
  const lines = schemes.map((scheme) => {
    const text = prose(components?.securitySchemes?.[scheme]?.description);
    return joined([[{ code: scheme }], text], '. ');
  });
  return joined(lines, ' Or: ');
}

const known: ReadonlySet<string> = new Set(permissions);

function permissionLine(text: string): Line {
  return text
    .split(/(\b\w+:\w+\b)/)
    .filter((part) => part !== '')
    .map((part): Inline => (known.has(part) ? { text: part, page: 'permissions', anchor: part } : part));
}
