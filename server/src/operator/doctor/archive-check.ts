// Checks that the continuous backup receives its segments.

import { readArchiveState } from '../../database/archive-state.ts'
import type { Session } from '../command.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const MEBIBYTE = 1024 * 1024
/** A segment is 16 MiB and is archived within a minute. An archive this far behind does not keep up. */
const TOO_FAR_BEHIND_BYTES = 1024 * MEBIBYTE

export async function checkArchive(owner: Session['owner']): Promise<Finding> {
  const { isOn, isFailing, failedSegment, behindBytes, secondsSinceSuccess } = await readArchiveState(owner)
  if (!isOn) return ok('archive', 'the log is not archived; a backup holds what was there when it was made')
  const behind = `${Math.ceil(behindBytes / MEBIBYTE).toLocaleString('en')} MiB of log are not archived yet`
  if (isFailing)
    return problem(
      'archive',
      `segment ${failedSegment} of the log could not be archived; ${behind}`,
      'look into the log of PostgreSQL (postgres.log in the data folder): is the folder there, its disk full, its owner right? Until it works, the log grows in the data folder',
    )
  if (behindBytes > TOO_FAR_BEHIND_BYTES)
    return warning('archive', behind, 'archiving does not keep up: give it a faster disk')
  const age = secondsSinceSuccess === null ? 'none yet' : `the last ${Math.round(secondsSinceSuccess)} s ago`
  return ok('archive', `segments arrive, ${age}; ${behind}`)
}
