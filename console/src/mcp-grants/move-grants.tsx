import { useState } from 'preact/hooks';
import { useRead } from '../app/read.ts';
import { send } from '../app/write.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Choice } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { Refusal } from '../parts/refusal.ts';
import {
  GrantChoicesDocument,
  MoveMcpGrantsDocument,
  VersionChoicesDocument,
  type MoveMcpGrantsMutation,
} from './documents.generated.ts';

/** Moves the grants of a version to the published one, such as after an update of a server. */
export function MoveGrants({ onClose }: { onClose: () => void }) {
  const { data } = useRead(GrantChoicesDocument, {});
  const [serverId, setServerId] = useState<string>();
  const [fromId, setFromId] = useState<string>();
  const [result, setResult] = useState<MoveMcpGrantsMutation['moveMcpGrants']>(null);
  const servers = (data?.mcpServers?.edges ?? [])
    .map(({ node }) => node)
    .filter(({ publishedVersion }) => publishedVersion !== null && publishedVersion.number > 1);
  const server = servers.find(({ id }) => id === serverId) ?? servers[0];
  const found = useRead(VersionChoicesDocument, { serverId: server?.id ?? '' }, { isPaused: !server });
  const to = server?.publishedVersion;
  const versions = (found.data?.mcpServerVersions?.edges ?? [])
    .map(({ node }) => node)
    .filter(({ number }) => to && number < to.number)
    .toReversed();
  const from = versions.find(({ id }) => id === fromId) ?? versions[0];
  if (result)
    return (
      <Dialog title="Grants moved" onClose={onClose}>
        <p>{sentenceOn(result)}</p>
        <div class="buttons">
          <Button look="primary" onClick={onClose}>
            Close
          </Button>
        </div>
      </Dialog>
    );
  const move = async () => {
    if (!from || !to) throw nothingChosen();
    const input = { fromVersionId: from.id, toVersionId: to.id };
    const { moveMcpGrants } = await send(MoveMcpGrantsDocument, { input });
    setResult(moveMcpGrants);
  };
  return (
    <Dialog title="Move grants" onClose={onClose}>
      <Form act="Move the grants" onSend={move} onCancel={onClose}>
        {(refusal) => (
          <>
            <p>
              A grant moves to the published version if its tool is unchanged there. It keeps its limits and
              its last day.
            </p>
            <Choice
              label="MCP server"
              name="serverId"
              hint="Servers with a later version than their first one."
              options={servers.map(({ id, name }) => [id, name] as const)}
              value={server?.id ?? ''}
              onChange={setServerId}
              refusal={refusal}
            />
            <Choice
              label="From"
              name="fromVersionId"
              options={versions.map(({ id, number }) => [id, `Version ${number}`] as const)}
              value={from?.id ?? ''}
              onChange={setFromId}
              refusal={refusal}
            />
            {to && <p class="quiet">To version {to.number}, which is published.</p>}
          </>
        )}
      </Form>
    </Dialog>
  );
}

function sentenceOn({ movedCount, leftCount }: NonNullable<MoveMcpGrantsMutation['moveMcpGrants']>): string {
  const moved = `${countOf(movedCount)} moved.`;
  if (leftCount === 0) return moved;
  return `${moved} ${countOf(leftCount)} stayed at the old version: the new one lacks the tool unchanged, or has a grant of it.`;
}

function countOf(grants: number): string {
  return grants === 1 ? '1 grant' : `${grants} grants`;
}

function nothingChosen(): Refusal {
  const message = 'No MCP server has grants to move: one needs a second published version first.';
  return new Refusal({ code: 'validation_failed', message });
}
