/**
 * So many files share a process and run in it one after the other. What a short test takes is mostly what it loads: 22 files of the
 * server took 206 s of a processor one by one, and 60 s together.
 */
const most = 12

/** By this sentence a file says that it disturbs others, or is disturbed by them, and why. */
const alone = /^\/\/ In a process of its own: \S/m

const isSlow = (file: string) => file.endsWith('.slow.test.ts')

/**
 * The files of each process of a run. Slow ones run alone, as do those that say so; where not all of the slow ones can be run, those
 * that begin are others on each `day`, a whole number that grows by one.
 */
export function batchesOf(
  files: readonly string[],
  textOf: (file: string) => string,
  day: number,
): { quick: string[][]; slow: string[][] } {
  const isAlone = (file: string) => isSlow(file) || alone.test(textOf(file))
  const shared = Object.values(
    Object.groupBy(
      files.filter((file) => !isAlone(file)),
      partOf,
    ),
  ).flatMap((part) => chunked(part!, most))
  const single = files.filter(isAlone).map((file) => [file])
  const slow = single.filter(([file]) => isSlow(file!))
  // Every seventh first, others on each day of a week, so that each run sees walks, kills and foreign servers.
  const ordered = [0, 1, 2, 3, 4, 5, 6].flatMap((step) => slow.filter((_, i) => i % 7 === (day + step) % 7))
  return {
    quick: [...shared, ...single.filter(([file]) => !isSlow(file!))],
    slow: ordered,
  }
}

/** Files of one part load much the same: an app, or a folder of the root. */
const partOf = (file: string) =>
  file
    .split('/')
    .slice(0, file.startsWith('apps/') ? 2 : 1)
    .join('/')

const chunked = (files: string[], size: number) =>
  Array.from({ length: Math.ceil(files.length / size) }, (_, i) => files.slice(i * size, (i + 1) * size))
