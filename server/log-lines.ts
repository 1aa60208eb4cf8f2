export interface LogStream {
  write(line: string): unknown;
  flushSync?(): void;
}

/** How long, and up to how many characters, lines of answered requests are gathered. */
const waitMs = 10;
const maxWaiting = 65_536;
const answered = 'request.answered';

/**
 * Gathers the lines of answered requests for some milliseconds, or until the process exits normally. Every
 * other line is written immediately, after the gathered ones. A killed process loses no other lines.
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
