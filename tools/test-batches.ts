/**
 * So many files share a process and run in it one after the other. What a short test takes is mostly what it loads: 22 files of the
 * server took 206 s of a processor one by one, and 60 s together.
 */
const most = 12

/** By this sentence a file says that it disturbs others, or is disturbed by them, and why. */
const alone = /^\/\/ In a process of its own: \S/m

/** The files of each process of a run, in the order in which they begin: slow ones and those that say so run alone. */
export function batchesOf(files: readonly string[], textOf: (file: string) => string): string[][] {
  const isAlone = (file: string) => file.endsWith('.slow.test.ts') || alone.test(textOf(file))
  const shared = Object.values(
    Object.groupBy(
      files.filter((file) => !isAlone(file)),
      partOf,
    ),
  ).flatMap((part) => chunked(part!, most))
  return [...shared, ...files.filter(isAlone).map((file) => [file])]
}

/** Files of one part load much the same: an app, or a folder of the root. */
const partOf = (file: string) =>
  file
    .split('/')
    .slice(0, file.startsWith('apps/') ? 2 : 1)
    .join('/')

const chunked = (files: string[], size: number) =>
  Array.from({ length: Math.ceil(files.length / size) }, (_, i) => files.slice(i * size, (i + 1) * size))
