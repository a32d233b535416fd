// `npm test [-- --all | FILE…]`: starts the database the tests need, runs them with Node's own runner and stops it again.
// Without `--all` what is called `*.slow.test.ts` waits: kills, foreign servers and tools, walks over every screen (CONTRIBUTING.md).
import { globSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { withTestCluster } from '@weft/kit/testing/cluster.ts'
import { buildUnlessFresh } from '@weft/supervisor/built-files.ts'
import { programFiles, programs } from '@weft/supervisor/program-files.ts'
import { webFiles } from '@weft/supervisor/web-files.ts'
import type { FailedTest, FileFigures } from './file-figures.ts'
import { batchesOf } from './test-batches.ts'
import { runBatches } from './run-batches.ts'

/** Quick files at once: two leave two cores half idle, since most of their tests wait for something. A slow one keeps a core busy itself. */
const side_by_side = { quick: 3, slow: 2 }

/** After so many minutes no slow file is begun any more: CI ends a run that takes longer than it has. Without it, all are run. */
const minutes = Number(process.env['WEFT_TEST_MINUTES'] ?? Infinity)
const until = Date.now() + minutes * 60_000

/** Ended from outside: what runs is ended, and nothing more begins. */
let isEnded = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (isEnded = true))

const all = process.argv.includes('--all')
const asked = process.argv.slice(2).filter((argument) => argument !== '--all')
const files =
  asked.length > 0
    ? asked
    : globSync('{apps,catalogue,contracts,designers,engine,kit,tools,docs}/**/*.test.ts', {
        exclude: ['**/node_modules/**', ...(all ? [] : ['**/*.slow.test.ts'])],
      })

for (const files of [programFiles, webFiles]) await buildUnlessFresh(files) // once, not by each product a test starts
process.exitCode = await withTestCluster(async ({ url, key, folder }) => {
  const homes = path.join(folder, 'homes')
  mkdirSync(homes)
  const env = {
    ...process.env,
    WEFT_PROGRAMS: programs,
    WEFT_TEST_CLUSTER: url,
    WEFT_TEST_KEY: key,
    WEFT_TEST_HOMES: homes,
  }
  const day = Math.floor(Date.now() / 86_400_000)
  const { quick, slow } = batchesOf(files.sort(), (file) => readFileSync(file, 'utf8'), day)
  const first = {
    ...(await runBatches(quick, { folder, env, at_once: side_by_side.quick })),
    ...(isEnded ? {} : await runBatches(slow, { folder, env, at_once: side_by_side.slow, until })),
  }
  // Browsers and killed processes share two cores with whatever else the machine does. A file in which something fails is run once more,
  // whole and alone; what fails twice has failed.
  const failed = Object.keys(first).filter((file) => first[file]!.failed.length > 0)
  const isAgain = asked.length === 0 && failed.length > 0 && !isEnded
  if (isAgain) console.log(`\nSomething failed; running these files once more:\n${failed.join('\n')}\n`)
  const again = isAgain
    ? await runBatches(
        failed.map((file) => [file]),
        { folder, env, at_once: 1 },
      )
    : {}
  const figures = { ...first, ...again }
  tellFailed(first, figures)
  const results = Object.values(figures)
  const passed = results.reduce((sum, file) => sum + file.passed, 0)
  const left = results.flatMap((file) => file.failed).length
  console.log(`${passed} passed, ${left} failed`)
  return left > 0 || isEnded ? 1 : 0
})

/** What failed in a file's first run and not in its second is no proof of anything: it is named, so that it is mended. */
function tellFailed(first: FileFigures, last: FileFigures) {
  const tell = (what: string, tests: string[]) => {
    if (tests.length > 0) console.log(`\n${tests.length} ${what}:\n${tests.join('\n')}\n`)
  }
  const described = (file: string, { name, reason }: FailedTest) =>
    `${file}: ${name}\n${reason.replaceAll(/^/gm, '    ')}`
  const inLast = (file: string, { name }: FailedTest) => last[file]!.failed.some((test) => test.name === name)
  const flaky = Object.entries(first).flatMap(([file, { failed }]) =>
    failed.filter((test) => !inLast(file, test)).map((test) => described(file, test)),
  )
  tell('flaky, passed only at the second try', flaky)
  const failed = Object.entries(last).flatMap(([file, tests]) => tests.failed.map((test) => described(file, test)))
  tell('failed', failed)
}
