// The state of write-ahead log archiving, as PostgreSQL itself reports it. A failing archive loses nothing at once, but the
// log grows until the disk is full, and what is not archived cannot be restored elsewhere.

import type postgres from 'postgres'
import { NO_ARCHIVE } from './embedded/archive-commands.ts'
import type { Sql } from './wire/sql.ts'

export type ArchiveState = {
  isOn: boolean
  /** The last attempt failed. */
  isFailing: boolean
  lastSegment: string | null
  /** Seconds since a segment was archived; null when none was. */
  secondsSinceSuccess: number | null
  failedSegment: string | null
  /** Log that was written and is not archived yet. */
  behindBytes: number
}

type Row = Omit<ArchiveState, 'isOn'> & { mode: string; command: string; library: string }

/**
 * Any login may read this. The name of a segment has 8 digits of the timeline, 8 of the position's upper half, and 8 of the segment
 * within it. PostgreSQL reads names itself (pg_split_walfile_name), but not before version 16. Names of other files give null.
 */
export async function readArchiveState(sql: Sql | postgres.Sql<{ bigint: bigint }>): Promise<ArchiveState> {
  const [row] = await (sql as Sql)<Row[]>`
    select current_setting('archive_mode') as mode, current_setting('archive_command') as command,
      current_setting('archive_library') as library,
      coalesce(a.last_failed_time > coalesce(a.last_archived_time, '-infinity'), false) as "isFailing",
      a.last_archived_wal as "lastSegment", a.last_failed_wal as "failedSegment",
      extract(epoch from clock_timestamp() - a.last_archived_time)::float8 as "secondsSinceSuccess",
      case when pg_is_in_recovery() then 0 else coalesce(greatest(0,
        pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') - archived.log * 4294967296 - (archived.segment + 1) * archived.size), 0)
      end::float8 as "behindBytes"
    from pg_stat_archiver a, lateral (select
      ('x' || substring(a.last_archived_wal from '^[0-9A-F]{8}([0-9A-F]{8})[0-9A-F]{8}'))::bit(32)::bigint as log,
      ('x' || substring(a.last_archived_wal from '^[0-9A-F]{16}([0-9A-F]{8})'))::bit(32)::bigint as segment,
      pg_size_bytes(current_setting('wal_segment_size')) as size) archived`
  const { mode, command, library, ...state } = row!
  const goesSomewhere = library !== '' || (command !== '' && command !== '(disabled)' && command !== NO_ARCHIVE)
  return { ...state, isOn: mode !== 'off' && goesSomewhere }
}
