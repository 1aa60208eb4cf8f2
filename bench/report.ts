import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const page = join(import.meta.dirname, 'figures.md');
const parts: string[] = [];

/** Prints a heading and adds it to the page. */
export function heading(title: string): void {
  console.log(`\n${title}\n`);
  parts.push(`## ${title}`);
}

/** Prints a table of aligned columns and adds it to the page. */
export function figures(text: string): void {
  console.log(text);
  parts.push(`\`\`\`text\n${text}\n\`\`\``);
}

export function note(text: string): void {
  console.log(text);
  parts.push(text);
}

/** Writes everything reported so far to `bench/figures.md`. */
export function writePage(): void {
  const head = [
    '# What it costs',
    'Written by `npm run bench -- --write` on the machine and day below; `README.md` says how it is measured, and what ' +
      'each contestant does. `vs 3` is how many times the CPU of contestant 3 it takes, paired by round. ' +
      'Compare ratios of one run, never figures of two.',
  ];
  writeFileSync(page, `${[...head, ...parts].join('\n\n')}\n`);
}
