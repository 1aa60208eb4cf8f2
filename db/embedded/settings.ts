/** How the embedded PostgreSQL runs; each is given on its command line, so that an upgrade of ours changes all folders. */
export const settings: Readonly<Record<string, string>> = {
  cluster_name: 'sallyport',
  // A power cut loses nothing that was acknowledged.
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  // Memory and disk of a small machine.
  max_connections: '300',
  shared_buffers: '32MB',
  min_wal_size: '32MB',
  max_wal_size: '256MB',
  // Each of these would be a process of its own, or several.
  io_method: 'sync',
  max_worker_processes: '0',
  max_parallel_workers: '0',
  max_parallel_workers_per_gather: '0',
  max_logical_replication_workers: '0',
  autovacuum_max_workers: '2',
  // Nobody replicates it.
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Two cores compile no query faster than they run it.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // What a statement was refused for is its sender's to tell: the words of PostgreSQL quote values.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};

export function asArguments(values: Readonly<Record<string, string>>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
