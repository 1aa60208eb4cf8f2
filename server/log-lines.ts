export interface LogStream {
  write(line: string): unknown;
  flushSync?(): void;
}

/** How long lines of requests that were answered wait for others, and how many characters of them. */
const waitMs = 10;
const maxWaiting = 65_536;
const answered = 'request.answered';

/**
 * Writes the lines of requests that were answered some milliseconds later, all in one go, or when the process ends by itself.
 * Every other line is written at once, after those before it: what is lost with a process that is killed tells of nothing
 * but answers.
 */
export function gathered(out: LogStream): LogStream {
  let lines = '';
  const writeOut = () => {
    if (lines) out.write(lines);
    lines = '';
  };
  process.on('exit', writeOut);
  return {
    write(line) {
      if (!lines) setTimeout(writeOut, waitMs).unref();
      lines += line;
      if (lines.length > maxWaiting || !line.includes(answered)) writeOut();
    },
    flushSync() {
      writeOut();
      out.flushSync?.();
    },
  };
}
