import { createHash } from 'node:crypto';
import type { Reading } from './reading.ts';

const component = /^\/(?:components\/schemas|\$defs)\/([\w.-]{1,100})$/;

/**
 * Returns the name of a definition in `$defs`: that of a definition or a component, else one from its
 * pointer. Other parts of the document do not affect it, so a schema changes only with its source.
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
