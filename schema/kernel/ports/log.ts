export interface Log {
  debug(event: LogEvent): void;
  info(event: LogEvent): void;
  warn(event: LogEvent): void;
  error(event: LogEvent): void;
}

export type LogEvent = { event: string } & Record<string, unknown>;
