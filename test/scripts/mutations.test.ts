import { stripTypeScriptTypes } from 'node:module';
import { afterEach, describe, expect, it } from 'vitest';
import { mutationsOf, told, withMutation, withSwitches } from '../../scripts/mutations.ts';

const state = { id: 0, reached: new Set<number>() };
Object.assign(globalThis, { mutationState: state });
afterEach(() => {
  state.id = 0;
});

describe('the mutations of a source', () => {
  it.each([
    ['a < 3', ['a < 3  becomes  a <= 3', '3  becomes  4']],
    ['a === b', ['a === b  becomes  a !== b']],
    ['a && !b', ['a && !b  becomes  (a) || (!b)', '!b  becomes  b']],
    ['a ?? true', ['a ?? true  becomes  a', 'true  becomes  false']],
    ['a ? b : c', ['a ? b : c  becomes  a ? c : b']],
    ['[a]', ['[a]  becomes  []']],
    ['/^a$/', ['/^a$/  becomes  /a$/', '/^a$/  becomes  /^a/']],
    ['a.some(b)', ['a.some(b)  becomes  a.every(b)']],
    ['a.toString(b)', []],
    ['a.forUpdate()', ['a.forUpdate()  becomes  a']],
    [
      'a.where({ b, c })',
      ['a.where({ b, c })  becomes  a', '{ b, c }  becomes  { c }', '{ b, c }  becomes  { b }'],
    ],
    ["'a' + b", []],
    ['a?.where(b < c)', []],
  ])('%s', (expression, changes) => {
    expect(changesOf(`x = ${expression};`)).toEqual(changes);
  });

  it.each([
    ['if (a) throw b;', ['left out: if (a) throw b;', 'a  becomes  !(a)']],
    [
      'if (a) { b(); throw c; }',
      ['left out: if (a) { b(); throw c; }', 'a  becomes  !(a)', 'left out: b();'],
    ],
    ['if (a) b = c;', ['a  becomes  !(a)']],
    ['await a();', ['left out: await a();']],
    ["import a from 'b'; type C = 1 | 2;", []],
    ["a({ description: 'Up to 5.' });", ["left out: a({ description: 'Up to 5.' });"]],
  ])('%s', (statement, changes) => {
    expect(changesOf(statement)).toEqual(changes);
  });
});

const source = `
  const most: number = 3;
  function isRefused(list: number[], isOpen: boolean): boolean {
    if (!isOpen) return true;
    else if (list.length > most && list.some((item: number) => item < 0)) list.push(1);
    if (list.length > 9) list.pop(); else list.push(2);
    return list.filter((item) => item !== 2).length >= most;
  }
  [isRefused([], true), isRefused([0, 1, -1, 4], true), isRefused([1, 2, 3], true), isRefused([1], false)].join();
`;
const mutations = mutationsOf(source).map((mutation, index) => ({ ...mutation, id: index + 1 }));

describe('the source with switches for its mutations', () => {
  const switched = withSwitches(source, mutations);

  it('behaves like the source while none is on', () => {
    expect(valueOf(switched)).toBe(valueOf(source));
    expect(state.reached.size).toBeGreaterThan(10);
  });

  it.each(mutations)(
    'behaves like the source with the one mutation that is on: line $line, $replacement',
    (mutation) => {
      state.id = mutation.id;

      expect(valueOf(switched)).toEqual(valueOf(withMutation(source, mutation)));
    },
  );
});

function changesOf(text: string): string[] {
  return mutationsOf(text).map((mutation) => told(mutation, text));
}

/** Returns the value of the last expression of a program. */
function valueOf(program: string): unknown {
  // oxlint-disable-next-line no-eval -- the program is the one above
  return (0, eval)(`{${stripTypeScriptTypes(program)}}`);
}
