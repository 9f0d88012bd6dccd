import { statfsSync } from 'node:fs'
import { totalmem } from 'node:os'

const MB = 1024 * 1024

/** The settings postgres starts with, as in `-c name=value`; the caller's own come later and win. */
export function serverSettings(folder: string, overrides: Record<string, string>): Record<string, string> {
  return { ...sizedFor(memoryMb(), freeDiskMb(folder)), ...STEADY, ...overrides }
}

const STEADY: Record<string, string> = {
  fsync: 'on',
  synchronous_commit: 'on',
  // Only a restart could change it. archive_command decides whether segments are archived (archive-commands.ts).
  archive_mode: 'on',
  max_connections: '100',
  // Our statements are short and indexed, so compiling or parallelising one costs more than it saves. Parallel workers also
  // need /dev/shm, of which a container has 64 MB.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  random_page_cost: '1.1', // solid state disks
  // Fewer checkpoints, fewer full page images; recovery stays within max_wal_size.
  checkpoint_timeout: '15min',
  // Ledger tables grow for ever, and at ten million rows the default of a fifth of the table would be too long a wait.
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_vacuum_insert_scale_factor: '0.05',
  autovacuum_analyze_scale_factor: '0.02',
  autovacuum_vacuum_cost_limit: '2000',
  autovacuum_naptime: '15s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_error_verbosity: 'terse', // no row contents in the log
  log_line_prefix: '%m [%p] ',
}

/** Pure, so that small machines can be tested: 256 MB of memory gives 64 MB of buffers. */
export function sizedFor(memory: number, freeDisk: number): Record<string, string> {
  const wal = clamp(freeDisk / 10, 256, 8192)
  return {
    shared_buffers: mb(clamp(memory / 4, 16, 2048)),
    effective_cache_size: mb(clamp(memory / 2, 64, 65_536)),
    work_mem: mb(clamp(memory / 256, 1, 16)),
    maintenance_work_mem: mb(clamp(memory / 16, 16, 512)),
    max_wal_size: mb(wal),
    min_wal_size: mb(clamp(wal / 4, 64, 1024)),
    // These binaries have only pglz. Right after a checkpoint (pgbench, 16 clients, 2 cores) it cost a tenth of the rate and
    // saved a quarter of the log. That pays only when the log is so short that it forces the checkpoints.
    wal_compression: wal < 1024 ? 'pglz' : 'off',
  }
}

function memoryMb(): number {
  const limit = process.constrainedMemory() // of the control group; 0 or absurdly high without one
  return (limit > 0 ? Math.min(limit, totalmem()) : totalmem()) / MB
}

function freeDiskMb(folder: string): number {
  const disk = statfsSync(folder)
  return (disk.bavail * disk.bsize) / MB
}

const clamp = (value: number, least: number, most: number): number => Math.floor(Math.min(Math.max(value, least), most))
const mb = (size: number): string => `${size}MB`
