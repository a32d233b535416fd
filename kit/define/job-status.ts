/** The statuses of a job that is not over. SQL names them by `openInSql`: the partial indexes of `jobs` serve these words only. */
export const openStatuses = ['pending', 'started', 'working', 'waiting'] as const
/** No job leaves one of these any more. */
export const finalStatuses = ['stopped', 'warning', 'error', 'aborted', 'info'] as const
/** In the order of a job's life. */
export const jobStatuses = [...openStatuses, ...finalStatuses] as const

export type FinalStatus = (typeof finalStatuses)[number]
export type JobStatusName = (typeof jobStatuses)[number]

const among =
  <S extends string>(statuses: readonly S[]) =>
  (status: string): status is S =>
    statuses.some((one) => one === status)
export const isOpen = among(openStatuses)
export const isFinal = among(finalStatuses)

const literals = (statuses: readonly string[]) => `(${statuses.map((status) => `'${status}'`).join(', ')})`
export const openInSql = literals(openStatuses)
export const finalInSql = literals(finalStatuses)
