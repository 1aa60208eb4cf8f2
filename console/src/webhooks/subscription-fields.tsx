import type { ComponentChildren } from 'preact';
import { useRead } from '../app/read.ts';
import { Area, Checks, Field } from '../parts/field.tsx';
import { textOf, textsOf } from '../parts/form.tsx';
import type { Refusal } from '../parts/refusal.ts';
import { Unread } from '../parts/unread.tsx';
import { WebhookApplicationsDocument, WebhookConnectionsDocument } from './documents.generated.ts';
import { TypeChoice } from './type-choice.tsx';

interface SubscriptionFieldsProps {
  /** The endpoint to change; none if it is created. */
  of?: {
    url: string | null;
    description: string;
    eventTypes: readonly string[];
    isOrdered: boolean;
    applicationIds: readonly string[];
    connectionIds: readonly string[];
  };
  refusal: Refusal | null;
  children?: ComponentChildren;
}

/** Where an endpoint is, and which events it receives. */
export function SubscriptionFields({ of, refusal, children }: SubscriptionFieldsProps) {
  return (
    <>
      <Field
        label="URL"
        name="url"
        type="url"
        value={of?.url ?? ''}
        hint="It receives each message by POST, and must use https."
        refusal={refusal}
      />
      {children}
      <Area
        label="Event types"
        name="eventTypes"
        value={of?.eventTypes.join('\n') ?? ''}
        placeholder={'application.*\napi_key.rotated'}
        hint="One on each line: a type, or a pattern. approval.* takes every type that begins with approval."
        refusal={refusal}
      />
      <TypeChoice />
      <Field
        label="Description"
        name="description"
        value={of?.description ?? ''}
        isOptional
        refusal={refusal}
      />
      <Subjects applicationIds={of?.applicationIds ?? []} connectionIds={of?.connectionIds ?? []} />
      <Checks
        label="Order"
        name="isOrdered"
        options={[['yes', 'Send the events of one resource in order. A failing message delays later ones.']]}
        checked={of?.isOrdered ? ['yes'] : []}
      />
    </>
  );
}

/** Returns what the fields say, except the URL. */
export function subscriptionOf(data: FormData) {
  return {
    eventTypes: textsOf(data, 'eventTypes'),
    description: textOf(data, 'description') ?? '',
    applicationIds: textsOf(data, 'applicationIds'),
    connectionIds: textsOf(data, 'connectionIds'),
    isOrdered: data.get('isOrdered') === 'yes',
  };
}

interface Chosen {
  applicationIds: readonly string[];
  connectionIds: readonly string[];
}

function Subjects({ applicationIds, connectionIds }: Chosen) {
  const applications = useRead(WebhookApplicationsDocument, {});
  const connections = useRead(WebhookConnectionsDocument, {});
  const ofApplications = applications.data?.applications?.edges;
  const ofConnections = connections.data?.connections?.edges;
  // The boxes are checked as they appear, so they wait for their names.
  if (!ofApplications || !ofConnections)
    return (
      <>
        <Unread {...applications} name="applicationIds" chosen={applicationIds} />
        <Unread {...connections} name="connectionIds" chosen={connectionIds} />
      </>
    );
  return (
    <details class="subjects" open={applicationIds.length + connectionIds.length > 0}>
      <summary>Only events about some applications or connections</summary>
      <Boxes name="applicationIds" label="Applications" edges={ofApplications} ids={applicationIds} />
      <Boxes name="connectionIds" label="Connections" edges={ofConnections} ids={connectionIds} />
      <p class="quiet">Without a choice, it receives the events about all of them.</p>
    </details>
  );
}

interface BoxesProps {
  name: string;
  label: string;
  edges: readonly { node: { id: string; name: string } }[];
  ids: readonly string[];
}

function Boxes({ name, label, edges, ids }: BoxesProps) {
  const named = edges.map(({ node }) => [node.id, node.name] as const);
  // What is chosen and not in the list stays chosen.
  const others = ids.filter((id) => !named.some(([it]) => it === id)).map((id) => [id, id] as const);
  const options = [...named, ...others];
  if (options.length === 0) return null;
  return <Checks {...{ label, name, options }} checked={ids} />;
}
