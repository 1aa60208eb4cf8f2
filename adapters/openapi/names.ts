import { createHash } from 'node:crypto';
import type { Reading } from './reading.ts';

const component = /^\/(?:components\/schemas|\$defs)\/([\w.-]{1,100})$/;

/**
 * What a definition is called in `$defs`: its own name where it is one there already, or a component, else one made of its
 * pointer. The same for a pointer whatever else the document has, so that a schema changes only where it does.
 */
export function nameOf({ names }: Reading, pointer: string): string {
  const [, own = madeName(pointer)] = component.exec(pointer) ?? [];
  const isTaken = (names.get(own) ?? pointer) !== pointer;
  const name = isTaken || own === '__proto__' ? digestOf(pointer) : own;
  names.set(name, pointer);
  return name;
}

function madeName(pointer: string): string {
  const last = pointer.slice(pointer.lastIndexOf('/') + 1).replaceAll(/[^\w.-]/gu, '_');
  return `${last.slice(0, 60)}-${digestOf(pointer).slice(0, 8)}`;
}

function digestOf(pointer: string): string {
  return createHash('sha256').update(pointer).digest('hex');
}
