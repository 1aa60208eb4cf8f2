import { useState } from 'preact/hooks';
import { Act } from '../app/act.tsx';
import { useRead } from '../app/read.ts';
import { Screen, useAddress } from '../app/screen.tsx';
import { send } from '../app/write.ts';
import { nameOf } from '../parts/actor.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Id } from '../parts/copy.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Facts } from '../parts/facts.tsx';
import { Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { Refused } from '../parts/refused.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import {
  DeleteMcpClientDocument,
  McpClientDocument,
  UpdateMcpClientDocument,
  type McpClientQuery,
} from './documents.generated.ts';

/** One client: the program that people can connect to their credentials. */
export function Client({ id }: { id: string }) {
  const { data, refusal, again } = useRead(McpClientDocument, { id });
  const address = useAddress();
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null);
  const up = { name: 'MCP clients', href: address('mcp-credentials?tab=clients') };
  const client = data?.mcpClient;
  if (!client)
    return (
      <Screen name="MCP client" up={up}>
        {refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />}
      </Screen>
    );
  const close = () => setOpen(null);
  return (
    <Screen
      name={client.name}
      up={up}
      above={<Id value={client.id} what="client id" />}
      acts={
        client.status === 'ACTIVE' && (
          <>
            <Act needs="mcp_clients:write" onClick={() => setOpen('rename')}>
              Rename
            </Act>
            <Act needs="mcp_clients:delete" look="danger" onClick={() => setOpen('delete')}>
              Delete
            </Act>
          </>
        )
      }
    >
      <Facts
        of={[
          ['State', <Status of="mcpClient" is={client.status} />],
          ['Key', client.algorithm ?? 'None: it proves nothing'],
          ['Thumbprint', client.thumbprint && <Id value={client.thumbprint} what="thumbprint" />],
          ['Registered by', nameOf(client.createdBy)],
          ['Registered', <Time at={client.createdAt} />],
          ['Deleted', client.deletedAt && <Time at={client.deletedAt} />],
        ]}
      />
      <section>
        <h2>Redirect addresses</h2>
        <ul>
          {client.redirectUris.map((uri) => (
            <li key={uri}>
              <code>{uri}</code>
            </li>
          ))}
        </ul>
        <p class="quiet">They never change. Register another client for other addresses.</p>
      </section>
      {open === 'rename' && <Rename of={client} onClose={close} />}
      {open === 'delete' && (
        <Confirm
          title={`Delete ${client.name}`}
          act="Delete the client"
          onClose={close}
          onConfirm={async () => void (await send(DeleteMcpClientDocument, { input: { id } }))}
        >
          <p>All consents for it and their tokens end immediately. It cannot be restored.</p>
        </Confirm>
      )}
    </Screen>
  );
}

type Data = NonNullable<McpClientQuery['mcpClient']>;

function Rename({ of: { id, name, rowVersion }, onClose }: { of: Data; onClose: () => void }) {
  const rename = async (form: FormData) => {
    const input = { id, ifRowVersion: rowVersion, name: textOf(form, 'name') ?? '' };
    await send(UpdateMcpClientDocument, { input });
    onClose();
  };
  return (
    <Dialog title={`Rename ${name}`} onClose={onClose}>
      <Form act="Rename the client" onSend={rename} onCancel={onClose}>
        {(refusal) => <Field label="Name" name="name" value={name} refusal={refusal} />}
      </Form>
    </Dialog>
  );
}
