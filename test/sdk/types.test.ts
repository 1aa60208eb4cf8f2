import { describe, expect, expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import { codesOf } from '../../adapters/rest/openapi.ts';
import { gatewayRoutes } from '../../adapters/rest/gateway.routes.ts';
import type {
  CapabilityAnswer,
  CapabilitySelection,
  ReadCapability,
} from '../../adapters/http/shapes/capability.ts';
import type { listOf } from '../../adapters/http/shapes/common.ts';
import type {
  GrantedCapability,
  GrantedCapabilityDescription,
  SearchGranted,
} from '../../adapters/http/shapes/granted.ts';
import type { RequestCapability, RequestedToolCall } from '../../adapters/http/shapes/mcp-tool-call.ts';
import type { Finding } from '../../adapters/http/shapes/problem.ts';
import { errorTable } from '../../schema/values/error-table.ts';
import { mcpScopes, type McpScope } from '../../db/models/mcp-consent.ts';
import type { Message } from '../../schema/records/event/message.ts';
import { clientErrors, gatewayErrors, type Finding as FindingOfSdk } from '../../sdk/src/errors.ts';
import type { Scope } from '../../sdk/src/options.ts';
import type * as sdk from '../../sdk/src/types.ts';

describe('the types of the package', () => {
  it('match the shapes that the gateway accepts and returns, or this file does not compile', () => {
    expectTypeOf<sdk.Search>().toEqualTypeOf<z.input<typeof SearchGranted>>();
    expectTypeOf<sdk.CapabilityPage>().toEqualTypeOf<
      z.output<ReturnType<typeof listOf<typeof GrantedCapability>>>
    >();
    expectTypeOf<sdk.Capability>().toEqualTypeOf<z.output<typeof GrantedCapability>>();
    expectTypeOf<sdk.CapabilityDescription>().toEqualTypeOf<z.output<typeof GrantedCapabilityDescription>>();
    expectTypeOf<sdk.Selection>().toEqualTypeOf<z.output<typeof CapabilitySelection>>();
    expectTypeOf<sdk.Read>().toEqualTypeOf<z.input<typeof ReadCapability>>();
    expectTypeOf<sdk.CapabilityAnswer>().toEqualTypeOf<z.output<typeof CapabilityAnswer>>();
    expectTypeOf<sdk.RequestToolCall>().toEqualTypeOf<z.input<typeof RequestCapability>>();
    expectTypeOf<sdk.ToolCall>().toEqualTypeOf<z.output<typeof RequestedToolCall>>();
    expectTypeOf<FindingOfSdk>().toEqualTypeOf<z.output<typeof Finding>>();
    expectTypeOf<Omit<sdk.WebhookMessage, 'apiVersion'>>().toEqualTypeOf<Omit<Message, 'apiVersion'>>();
    expectTypeOf<Scope>().toEqualTypeOf<McpScope>();

    expect(mcpScopes).toEqual(['mcp:read', 'mcp:request']);
  });
});

describe('the errors of the package', () => {
  it('are those that the paths of the gateway return, with their statuses', () => {
    const codes = new Set(gatewayRoutes.flatMap((row) => codesOf(row)));
    const answered = Object.entries(errorTable).filter(([code]) => (codes as Set<string>).has(code));

    expect(gatewayErrors).toEqual(Object.fromEntries(answered.map(([code, [status]]) => [code, status])));
  });

  it('include client errors under names that the server does not use', () => {
    expect(Object.keys(clientErrors).filter((code) => code in errorTable)).toEqual([]);
  });
});
