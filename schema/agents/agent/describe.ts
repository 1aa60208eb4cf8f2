import { Capability } from '../../../db/models/capability.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { refuse, validationFailed, type Refusal } from '../../values/errors.ts';
import * as agentFormats from '../../values/agent-formats.ts';
import { bytesOf } from '../../connect/gateway/size.ts';
import { keysOf } from '../../values/pointer.ts';
import { outlineOf, type Outline } from '../../connect/connector/outline.ts';
import { boundsOf, usualBounds, type CallBounds } from '../../connect/gateway/provider.ts';
import { grantsByCapability, limitsOf, type GrantInForce } from '../mcp-grant/in-force.ts';
import { isAsGranted } from '../mcp-grant/rules.ts';
import { ArgumentLimitType } from '../mcp-grant/type.ts';
import { mintSelection } from '../../connect/selection/handle.ts';
import { CapabilitySelectionType } from '../../connect/selection/query.ts';
import { logged } from './logged.ts';
import { GrantedCapabilityType, type Granted } from './type.ts';

interface Described extends Granted {
  grant: GrantInForce;
  bounds: CallBounds;
  output: Outline | null;
}

const GrantedDescriptionType = builder.objectRef<Described>('GrantedCapabilityDescription').implement({
  description: 'A granted capability, with everything needed to run it.',
  fields: (t) => ({
    capability: t.field({
      type: GrantedCapabilityType,
      // In the mode of the described grant.
      resolve: ({ grants, grant, ...described }) => ({ ...described, grants: [grant, ...grants] }),
    }),
    connectionId: t.id({ resolve: ({ grant }) => grant.connectionId }),
    inputSchema: t.field({
      type: 'JSON',
      description: 'JSON Schema 2020-12 of the arguments.',
      resolve: ({ capability }) => capability.inputSchema,
    }),
    outputSchema: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'JSON Schema 2020-12 of the answer, as much as `output` selects. Null if the provider gives none. ' +
        '`$comment` marks left out parts and says how to read them.',
      resolve: ({ output }) => output?.schema ?? null,
    }),
    isOutputWhole: t.boolean({
      description: 'Whether `outputSchema` contains all that the provider says about its answer.',
      resolve: ({ output }) => output?.isWhole ?? true,
    }),
    argumentLimits: t.field({
      type: [ArgumentLimitType],
      description: 'Further limits on the arguments, from the grant.',
      resolve: async ({ grant }, _args, ctx) => await limitsOf(ctx, grant),
    }),
    selection: t.field({
      type: CapabilitySelectionType,
      resolve: async ({ capability, grant, bounds }, _args, ctx) => ({
        ...mintSelection(
          ctx,
          { id: capability.id, digest: capability.digest, mode: grant.mode },
          {
            connectionId: grant.connectionId,
            versionId: grant.versionId,
            rows: bounds.rows,
          },
        ),
        bounds,
        mode: grant.mode,
      }),
    }),
  }),
});

builder.queryField('grantedCapability', (t) =>
  t.field({
    type: GrantedDescriptionType,
    nullable: true,
    description:
      'One granted capability, with its schemas and a selection to read it or to request it. Capabilities without ' +
      'a grant are not found. Needs the scope `mcp:read`.',
    args: {
      id: t.arg.id({ required: true }),
      connectionId: t.arg.id({ description: 'Required if several connections grant the capability.' }),
      limit: t.arg.int({
        validate: agentFormats.rowLimit.optional(),
        description: 'The most rows that the selection can read, within the grant.',
      }),
      output: t.arg.string({
        validate: agentFormats.describedOutput.optional(),
        description:
          'How much of `outputSchema` to return. `summary`, the default, fits the description into 16 KiB if its ' +
          'arguments do. `full` returns all. A pointer into the answer, such as `/items/owner`, returns that part. A ' +
          'list takes no segment.',
      }),
    },
    authScopes: { agent: 'mcp:read' },
    resolve: async (_root, args, ctx) => {
      const { id } = args;
      return await logged(
        ctx,
        'describe_capability',
        { capabilityId: id },
        async () => await describedTo(ctx, args),
      );
    },
  }),
);

interface Describe {
  id: string;
  connectionId?: string | null | undefined;
  limit?: number | null | undefined;
  output?: string | null | undefined;
}

async function describedTo(ctx: Context, { id, connectionId, limit, output }: Describe): Promise<Described> {
  const capability = await Capability.inWorkspace(ctx).findById(id);
  const granted = (await grantsByCapability(ctx)).get(id);
  const grants = granted?.filter((grant) => capability && isAsGranted(grant, capability)) ?? [];
  if (!capability || grants.length === 0) throw notGranted();
  const grant = chosen(grants, connectionId ?? null);
  const rows = Math.min(limit ?? usualBounds.rows, grant.rowLimit ?? Infinity);
  const bounds = { ...boundsOf(capability), rows };
  return { capability, grants, grant, bounds, output: outputOf(capability, output ?? 'summary') };
}

/** The most bytes of a description as JSON. A model reads all of it. */
const describedBytes = 16_384;
/** Bytes reserved for everything around the schemas and the provider's text. */
const frameBytes = 2_048;
/** The minimum for the answer's schema, even if the schema of the arguments takes nearly all bytes. */
const leastBytes = 1_024;

function outputOf(capability: Capability, asked: string): Outline | null {
  const { outputSchema: schema, inputSchema, title, description } = capability;
  if (schema === null) return null;
  if (asked === 'full') return { schema, isWhole: true };
  const room = describedBytes - frameBytes - bytesOf([inputSchema, title, description]);
  const at = asked === 'summary' ? [] : keysOf(asked);
  const outline = outlineOf(schema, Math.max(leastBytes, room), at);
  if (outline) return outline;
  const message = `leads to nothing in the answer: ${asked}. Describe it with \`summary\` and take a pointer from there`;
  throw validationFailed([{ pointer: '/output', code: 'invalid', message }]);
}

function chosen(grants: GrantInForce[], connectionId: string | null): GrantInForce {
  const [first, ...others] = connectionId
    ? grants.filter((grant) => grant.connectionId === connectionId)
    : grants;
  if (!first) throw notGranted();
  const several = [...new Set(grants.map((grant) => grant.connectionId))];
  if (connectionId || others.every((grant) => grant.connectionId === first.connectionId)) return first;
  const message = `is required, since several connections grant this: ${several.join(', ').slice(0, 500)}`;
  throw validationFailed([{ pointer: '/connectionId', code: 'required', message }]);
}

// The same refusal for capabilities that do not exist, are not granted, or are no longer served.
function notGranted(): Refusal {
  return refuse(
    'not_found',
    'None of your granted capabilities has this id. Search for granted capabilities.',
  );
}
