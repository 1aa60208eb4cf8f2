import { describe, expect, it } from 'vitest';
import { variables } from '../../server/config/env.ts';
import { read } from './source.ts';

describe('.env.example', () => {
  const blocks = read('.env.example').split(/\n\n+/);
  const told = new Map(
    blocks.flatMap((block) => {
      const [, name = '', value = ''] = /^# ([A-Z][A-Z_]+)=(.*)$/m.exec(block) ?? [];
      return name ? [[name, { value, block }] as const] : [];
    }),
  );

  it('lists the settings of server/config/env.ts in their order and no others', () => {
    expect([...told.keys()]).toEqual(Object.keys(variables));
  });

  it.each(Object.entries(variables))('tells the default of %s and what it may be', (name, variable) => {
    const preset = variable.safeParse(undefined).data;

    expect(told.get(name)?.value).toBe(preset === undefined ? '' : String(preset));
    expect(told.get(name)?.block.replaceAll(/\n# /g, ' ')).toContain(variable.description);
  });
});
