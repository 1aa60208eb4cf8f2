import { Id } from './copy.tsx';
import { Status } from './status.tsx';
import { changesOf, type ChangedTool, type Tool } from './tool-changes.ts';

/** The tools of a version. With `before`, each says how it differs from the tool of the other version. */
export function Tools({
  of,
  before,
  caption,
}: {
  of: readonly Tool[];
  before?: readonly Tool[] | undefined;
  caption: string;
}) {
  const rows = changesOf(of, before ?? of);
  return (
    <div class="scroll">
      <table class="list">
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Tool</th>
            <th scope="col">{before ? 'Change and mode' : 'Mode'}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={`${row.change} ${row.tool.id}`} of={row} isCompared={before !== undefined} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ of: { change, tool, before }, isCompared }: { of: ChangedTool; isCompared: boolean }) {
  const { capability, connection, mode, readReason, hasDrifted, digest } = tool;
  const isChanged = change === 'CHANGED' && before !== null;
  return (
    <tr>
      <td>
        <b>{capability?.title ?? 'A removed tool'}</b> <code class="quiet">{capability?.key}</code>
        <p class="beside quiet small">
          {connection?.name}
          <span class="beside">
            Digest
            {isChanged && before.digest !== digest && (
              <del>
                <Id value={before.digest} what="digest before" />
              </del>
            )}
            <Id value={digest} what="digest" />
          </span>
        </p>
        {hasDrifted && change !== 'REMOVED' && (
          <p class="error">The provider has changed or removed it since. Agents do not find it.</p>
        )}
        {readReason && <p class="quiet">Marked as a read: {readReason}</p>}
      </td>
      <td>
        <div class="beside">
          {isCompared && <Status of="toolChange" is={change} />}
          {isChanged && before.mode !== mode && (
            <del>
              <Status of="mode" is={before.mode} />
            </del>
          )}
          <Status of="mode" is={mode} />
        </div>
      </td>
    </tr>
  );
}
