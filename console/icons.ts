import nodes from 'lucide-static/icon-nodes.json' with { type: 'json' };

/** The icons of the console: our name for each, and Lucide's. */
const names = {
  activity: 'activity',
  added: 'circle-plus',
  agents: 'key-square',
  alert: 'triangle-alert',
  applications: 'box',
  approvals: 'inbox',
  audit: 'scroll-text',
  automations: 'workflow',
  back: 'chevron-left',
  capabilities: 'wrench',
  check: 'check',
  close: 'x',
  comment: 'message-square',
  connections: 'plug',
  connectors: 'blocks',
  copy: 'copy',
  dark: 'moon',
  down: 'chevron-down',
  download: 'download',
  draft: 'file-pen',
  ended: 'circle-slash',
  explorer: 'square-terminal',
  failed: 'circle-x',
  grants: 'ticket-check',
  home: 'house',
  keys: 'key-round',
  light: 'sun',
  live: 'radio',
  members: 'users',
  menu: 'ellipsis',
  mcp: 'server',
  next: 'chevron-right',
  pause: 'circle-pause',
  person: 'circle-user-round',
  products: 'package',
  projects: 'folder',
  read: 'eye',
  reads: 'eye',
  receipts: 'receipt-text',
  reference: 'book-open',
  removed: 'circle-minus',
  retry: 'rotate-cw',
  sandbox: 'flask-conical',
  search: 'search',
  settings: 'settings',
  shield: 'shield-check',
  signOut: 'log-out',
  system: 'monitor',
  toolCalls: 'bot',
  unknown: 'circle-question-mark',
  vault: 'vault',
  wait: 'clock',
  webhooks: 'webhook',
  write: 'pencil',
  writes: 'pencil',
} as const;

/** Returns the source of the generated list of shapes. */
export function iconSource(): string {
  const rows = Object.entries(names).map(([name, lucide]) => {
    const shapes = (nodes as unknown as Record<string, [string, Record<string, string>][]>)[lucide];
    if (!shapes) throw new Error(`Lucide has no icon ${lucide}.`);
    return `  ${name}: ${JSON.stringify(shapes)},\n`;
  });
  return (
    '/** The shapes of each icon, from Lucide (ISC license). */\n' +
    `export const icons = {\n${rows.join('')}} as const;\n\nexport type IconName = keyof typeof icons;\n`
  );
}
