/**
 * What the files of a spool are called: `7.2.jsonl` is its batch 7 as attempt 2 wrote it, `whole.2.9` says that attempt 2 has written all
 * nine of them. Before there were attempts in the names they were `7.jsonl` and `whole`, which counts as attempt 0.
 *
 * A machine that was stopped or cut off goes on writing when it comes back, although another one works on its job by then. Each
 * attempt therefore writes files of its own, and readers take the newest. A batch of an older attempt behind one of a newer attempt is
 * such a latecomer, as batches are written in the order of their numbers, and is not seen at all.
 */
export const fileOfBatch = (number: number, attempt: number) => `${number}.${attempt}.jsonl`
export const wholeFile = (attempt: number, batches: number) => `whole.${attempt}.${batches}`

type Batch = { file: string; number: number; attempt: number }

const namesBatch = /^(\d+)(?:\.(\d+))?\.jsonl$/
const namesWhole = /^whole(?:\.(\d+)\.(\d+))?$/

const batchesIn = (files: readonly string[]): Batch[] =>
  files.flatMap((file) => {
    const [, number, attempt = 0] = namesBatch.exec(file) ?? []
    return number === undefined ? [] : [{ file, number: Number(number), attempt: Number(attempt) }]
  })

/** The newest attempt that has written all of the spool, and whose files are all there. */
function wholeAttempt(files: readonly string[]): number | undefined {
  const batches = batchesIn(files)
  const whole = files.flatMap((file) => {
    const [is, attempt = 0, count = 0] = namesWhole.exec(file) ?? []
    if (is === undefined) return []
    const there = new Set(batches.flatMap((one) => (one.attempt === Number(attempt) ? [one.number] : [])))
    const isThere = Array.from({ length: Number(count) }, (_, number) => there.has(number)).every(Boolean)
    return isThere ? [Number(attempt)] : []
  })
  return whole.length === 0 ? undefined : Math.max(...whole)
}

export const isWhole = (files: readonly string[]) => wholeAttempt(files) !== undefined

/** The file of each batch that counts, in the order of the batches. */
export function batchFiles(files: readonly string[]): Map<number, string> {
  const whole = wholeAttempt(files)
  const batches = batchesIn(files).filter(({ attempt }) => whole === undefined || attempt === whole)
  const counting = new Map<number, string>()
  let reached = 0
  for (const { file, number, attempt } of batches.toSorted((a, b) => a.number - b.number || b.attempt - a.attempt)) {
    if (attempt < reached || counting.has(number)) continue
    reached = attempt
    counting.set(number, file)
  }
  return counting
}

/** The files of the batches from one number to another, whichever attempt wrote them. */
export const filesBetween = (files: readonly string[], from: number, to: number): string[] =>
  batchesIn(files).flatMap(({ file, number }) => (number >= from && number <= to ? [file] : []))

/** What attempts before this one have written. */
export const olderThan = (files: readonly string[], attempt: number): string[] => [
  ...batchesIn(files).flatMap((one) => (one.attempt < attempt ? [one.file] : [])),
  ...files.filter((file) => namesWhole.test(file) && Number(namesWhole.exec(file)![1] ?? 0) < attempt),
]
