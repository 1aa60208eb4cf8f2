import { joined, paragraph, prose, section, table, type Block, type Page } from './blocks.ts';
import { resolved, type DescribedOperation, type Description, type Schema } from './description.ts';
import { childrenOf } from './fields-inside.ts';
import { fieldsOf } from './fields.ts';
import { parameterBlocks } from './parameters.ts';

interface Delivered {
  type: string;
  meaning: string;
  /** The schema of its data, the same object for equal data. */
  data: Schema;
}

/** Returns the page of all event types with their data, from the webhooks of the description. */
export function eventsPage(description: Description): Page {
  const webhooks = Object.entries(description.webhooks ?? {}).flatMap(([type, { post }]) =>
    post ? [{ type, post }] : [],
  );
  const delivered = webhooks.map(({ type, post }) => deliveredOf(description, type, post));
  const groups = [...Map.groupBy(delivered, ({ type }) => type.split('.')[0] ?? type)];
  const first = webhooks[0]?.post;
  return {
    title: 'Events',
    name: 'event-types',
    query: '',
    blocks: [
      paragraph(
        'A webhook delivers each event as a JSON message. Its members and headers are the same for all types.',
      ),
      ...groups.flatMap(([resource, members]) => section(2, resource, blocksOf(description, members))),
      ...(first ? messageBlocks(description, first) : []),
    ],
  };
}

function deliveredOf(description: Description, type: string, post: DescribedOperation): Delivered {
  const data = childrenOf(description, bodyOf(post)).find(({ name }) => name === 'data')?.schema ?? {};
  const only = data.anyOf?.find((option) => option.type !== 'null') ?? data;
  return { type, meaning: post.summary ?? '', data: resolved(description, only) };
}

function bodyOf({ requestBody }: DescribedOperation): Schema {
  const [media] = Object.values(requestBody?.content ?? {});
  return media?.schema ?? {};
}

function blocksOf(description: Description, members: readonly Delivered[]): Block[] {
  const rows = members.map(({ type, meaning }) => ({ id: type, cells: [[{ code: type }], prose(meaning)] }));
  const shapes = [...Map.groupBy(members, ({ data }) => data)];
  return [
    ...table(['Type', 'Meaning'], rows),
    ...shapes.flatMap(([data, of]) => {
      const names = joined(
        of.map(({ type }) => [{ code: type }]),
        ', ',
      );
      const about = shapes.length === 1 ? [] : [paragraph('Of ', ...names, '.')];
      return section(3, 'Data', [...about, ...fieldsOf(description, data)]);
    }),
  ];
}

function messageBlocks(description: Description, post: DescribedOperation): Block[] {
  const [envelope] = bodyOf(post).allOf ?? [];
  const members = envelope ? fieldsOf(description, envelope) : [];
  return [...section(2, 'The message', members), ...parameterBlocks(description, post)];
}
