import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { may } from '../app/me.ts';
import { useRead } from '../app/read.ts';
import { Screen, useAddress } from '../app/screen.tsx';
import { Denied } from '../app/workspace.tsx';
import { send } from '../app/write.ts';
import { Button } from '../parts/button.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { Refused } from '../parts/refused.tsx';
import { Status } from '../parts/status.tsx';
import {
  ServerToolsDocument,
  SetMcpServerToolsDocument,
  type ServerToolsQuery,
} from './documents.generated.ts';
import { Picker } from './picker.tsx';
import { addedTo, chosenIn, keyOf, markedIn, type Chosen } from './chosen.ts';
import './mcp-servers.css';

/** Sets the tools of the next version of a server. */
export function EditTools({ id }: { id: string }) {
  const { data, refusal, again } = useRead(ServerToolsDocument, { id });
  const address = useAddress();
  const server = data?.mcpServer;
  if (!may('mcp_servers:write')) return <Denied permission="mcp_servers:write" name="Set the tools" />;
  const up = { name: server?.name ?? 'MCP server', href: address(`mcp-servers/${id}`) };
  return (
    <Screen name="Set the tools" up={up}>
      {server && <Editor server={server} back={up.href} />}
      {!server && (refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />)}
    </Screen>
  );
}

type ServerTools = NonNullable<ServerToolsQuery['mcpServer']>;

function Editor({ server, back }: { server: ServerTools; back: string }) {
  const { route } = useLocation();
  // What was read first: a change by another member meanwhile is refused, not overwritten.
  const [{ id, rowVersion, projectId }] = useState(server);
  const [chosen, setChosen] = useState<readonly Chosen[]>(() => chosenIn(server));
  const keys = new Set(chosen.map(keyOf));
  const save = async (form: FormData) => {
    const tools = chosen.map((tool) => {
      const readReason = tool.isMarked ? textOf(form, `reason ${keyOf(tool)}`) : undefined;
      const { capabilityId, connectionId } = tool;
      return { capabilityId, connectionId, ...(readReason && { readReason }) };
    });
    await send(SetMcpServerToolsDocument, { input: { id, ifRowVersion: rowVersion, tools } });
    route(back);
  };
  return (
    <>
      <p class="quiet">{sentenceOn(server)}</p>
      <div class="pick">
        <section>
          <h2>Tools of the project’s connections</h2>
          <Picker
            projectId={projectId}
            chosen={keys}
            onAdd={(tool) => setChosen((before) => addedTo(before, tool))}
          />
        </section>
        <section>
          <h2>Tools of the version: {chosen.length}</h2>
          <Form act="Save the tools" onSend={save} onCancel={() => route(back)}>
            {(refusal) => (
              <>
                {chosen.length === 0 && <p class="quiet">None yet. Add tools from the list.</p>}
                <ul>
                  {chosen.map((tool) => (
                    <li key={keyOf(tool)}>
                      <span class="beside">
                        {tool.title} <span class="quiet">{tool.connectionName}</span>{' '}
                        <Status of="mode" is={tool.isMarked ? 'read' : tool.mode} />
                      </span>
                      <Button
                        icon="close"
                        look="bare"
                        label={`Remove ${tool.title}`}
                        onClick={() => setChosen((before) => before.filter((it) => it !== tool))}
                      >
                        {null}
                      </Button>
                      {tool.mode === 'write' && (
                        <label class="marked">
                          <input
                            type="checkbox"
                            checked={tool.isMarked}
                            onChange={() => setChosen((before) => markedIn(before, tool))}
                          />{' '}
                          It only reads
                        </label>
                      )}
                      {tool.isMarked && (
                        <Field
                          label="Why it only reads"
                          name={`reason ${keyOf(tool)}`}
                          minLength={10}
                          maxLength={500}
                          value={tool.readReason ?? ''}
                          hint="Its description allows changes. The reviewer reads this reason."
                          refusal={refusal}
                        />
                      )}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </Form>
        </section>
      </div>
    </>
  );
}

function sentenceOn({ openVersion, publishedVersion, quarantinedVersion }: ServerTools): string {
  if (openVersion)
    return `You change version ${openVersion.number}. A different person reviews it before agents find it.`;
  const served = publishedVersion ?? quarantinedVersion;
  return served
    ? `Saving begins the version after version ${served.number}. A published version stays in service meanwhile.`
    : 'Saving begins the next version.';
}
