/** A tool as a version of an MCP server offers it. */
export interface Tool {
  id: string;
  mode: 'read' | 'write';
  digest: string;
  readReason: string | null;
  hasDrifted: boolean;
  capability: { id: string; key: string; title: string } | null;
  connection: { id: string; name: string } | null;
}

export type ToolChange = 'ADDED' | 'CHANGED' | 'REMOVED' | 'SAME';

export interface ChangedTool {
  change: ToolChange;
  tool: Tool;
  /** The tool of the version before. */
  before: Tool | null;
}

const order: readonly ToolChange[] = ['ADDED', 'CHANGED', 'REMOVED', 'SAME'];

/** Compares the tools of two versions: what is new comes first, what is the same last. */
export function changesOf(tools: readonly Tool[], before: readonly Tool[]): ChangedTool[] {
  const old = new Map(before.map((tool) => [nameOf(tool), tool]));
  const names = new Set(tools.map(nameOf));
  const present = tools.map((tool): ChangedTool => {
    const was = old.get(nameOf(tool)) ?? null;
    if (!was) return { change: 'ADDED', tool, before: null };
    return { change: isSame(tool, was) ? 'SAME' : 'CHANGED', tool, before: was };
  });
  const removed = before
    .filter((tool) => !names.has(nameOf(tool)))
    .map((tool): ChangedTool => ({ change: 'REMOVED', tool, before: tool }));
  return [...present, ...removed].toSorted((a, b) => order.indexOf(a.change) - order.indexOf(b.change));
}

function nameOf({ capability, connection }: Tool): string {
  return `${capability?.id} ${connection?.id}`;
}

function isSame(a: Tool, b: Tool): boolean {
  return a.digest === b.digest && a.mode === b.mode && a.readReason === b.readReason;
}
