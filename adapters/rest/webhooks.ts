type Schema = Record<string, unknown>;

/** The messages: the schema of their common members, and each event type with the schema of its data. */
interface Delivered {
  envelope: Schema;
  types: readonly DeliveredType[];
}

interface DeliveredType {
  type: string;
  resource: string;
  description: string;
  data: Schema;
}

// spec §6: the headers of a delivery
// oxfmt-ignore
const headers: readonly (readonly [name: string, description: string, schema: Schema])[] = [
  ['webhook-id',          'The event’s id, the same for each attempt. Use it to ignore duplicates.',              { type: 'string' }],
  ['webhook-timestamp',   'When this attempt was sent, in seconds. Reject anything older than 5 minutes.', { type: 'integer' }],
  ['webhook-signature',   '`v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the UTF-8 ' +
'bytes of the whole secret. Several are separated by spaces; one match is enough.', { type: 'string' }],
  ['webhook-event-type',  'The `type` of the message.',                                                  { type: 'string' }],
  ['webhook-attempt',     'Numbers the attempts to deliver it, from 1.',                                  { type: 'integer', minimum: 1 }],
  ['webhook-environment', 'The environment of the endpoint.',                                            { type: 'string', enum: ['SANDBOX', 'LIVE'] }],
  ['webhook-endpoint-id', 'The endpoint that receives it.',                                                { type: 'string' }],
];

const parameters = Object.fromEntries(
  headers.map(([name, description, schema]) => [
    name,
    { name, in: 'header', required: true, description, schema },
  ]),
);

const responses = {
  WebhookReceived: {
    description: 'Any 2xx within 15 seconds acknowledges the delivery. The server does not read its body.',
  },
  WebhookGone: { description: 'Disables the endpoint; the server sends no further deliveries.' },
};

/** Returns the `webhooks` of the description, one for each event type, and their shared components. */
export function webhooksOf({ envelope, types }: Delivered) {
  const names = namesOfData(types);
  const webhooks = types.map(
    (it) => [it.type, { post: deliveryOf(it, names.get(textOf(it)) ?? '') }] as const,
  );
  const data = types.map((it) => [names.get(textOf(it)) ?? '', it.data] as const);
  return {
    webhooks: Object.fromEntries(webhooks),
    components: {
      schemas: { WebhookMessage: envelope, ...Object.fromEntries(data) },
      parameters,
      responses,
    },
  };
}

function deliveryOf({ type, description }: DeliveredType, data: string) {
  const ofType = {
    properties: {
      type: { const: type },
      data: { anyOf: [ref('schemas', data), { type: 'null' }] },
    },
  };
  const schema = { allOf: [ref('schemas', 'WebhookMessage'), ofType] };
  return {
    operationId: `receive${pascal(type)}`,
    summary: description,
    tags: ['Webhooks'],
    security: [{ webhookSignature: [] }],
    parameters: headers.map(([name]) => ref('parameters', name)),
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { '2XX': ref('responses', 'WebhookReceived'), 410: ref('responses', 'WebhookGone') },
  };
}

/** Names each shape of data: after the resource for the resource's first shape, else after its first type. */
function namesOfData(types: readonly DeliveredType[]): Map<string, string> {
  const names = new Map<string, string>();
  const resources = new Set<string>();
  for (const it of types) {
    const isFirst = !resources.has(it.resource);
    resources.add(it.resource);
    if (!names.has(textOf(it))) names.set(textOf(it), `${pascal(isFirst ? it.resource : it.type)}Data`);
  }
  return names;
}

// Two resources with equal data still have separate shapes.
function textOf({ resource, data }: DeliveredType): string {
  return `${resource} ${JSON.stringify(data)}`;
}

function ref(kind: string, name: string) {
  return { $ref: `#/components/${kind}/${name}` };
}

function pascal(name: string): string {
  return name.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
