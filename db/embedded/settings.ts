/** PostgreSQL's settings, passed on its command line, so that an upgrade of Sallyport changes all folders. */
export const settings: Readonly<Record<string, string>> = {
  cluster_name: 'sallyport',
  // A power failure loses no acknowledged data.
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  // Memory and disk of a small machine.
  max_connections: '300',
  shared_buffers: '32MB',
  min_wal_size: '32MB',
  max_wal_size: '256MB',
  // Each of these would need one or more processes.
  io_method: 'sync',
  max_worker_processes: '0',
  max_parallel_workers: '0',
  max_parallel_workers_per_gather: '0',
  max_logical_replication_workers: '0',
  autovacuum_max_workers: '2',
  // There is no replication.
  wal_level: 'minimal',
  max_wal_senders: '0',
  // On two cores, compiling a query takes longer than running it.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Errors go to the sender of a statement, not to the log: PostgreSQL's messages quote values.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};

export function asArguments(values: Readonly<Record<string, string>>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
