// Loaded into each contestant's process before its program: answers every message with the CPU time used so far.
process.on('message', () => process.send?.(process.cpuUsage()));
process.channel?.unref();
