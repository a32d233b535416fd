// `npm test [-- --all | FILE…]`: starts the database the tests need, runs them with Node's own runner and stops it again.
// Without `--all` what is called `*.slow.test.ts` waits: kills, foreign servers and tools, walks over every screen (CONTRIBUTING.md).
import { spawn } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { withTestCluster } from '@weft/kit/testing/cluster.ts'
import { buildUnlessFresh } from '@weft/supervisor/built-files.ts'
import { programFiles, programs } from '@weft/supervisor/program-files.ts'
import { webFiles } from '@weft/supervisor/web-files.ts'
import type { FailedTest, FileFigures } from './file-figures.ts'

/** Files at once: two of them leave two cores half idle, since most tests wait for something (82 of 156 minutes of them were used). */
const side_by_side = 3

const all = process.argv.includes('--all')
const asked = process.argv.slice(2).filter((argument) => argument !== '--all')
const files =
  asked.length > 0
    ? asked
    : globSync('{apps,catalogue,contracts,designers,engine,kit,tools,docs}/**/*.test.ts', {
        exclude: ['**/node_modules/**', ...(all ? [] : ['**/*.slow.test.ts'])],
      }).sort()

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
  const first = await run(files, { folder, env, at_once: side_by_side })
  // Browsers and killed processes share two cores with whatever else the machine does. A file in which something fails is run once more,
  // whole and alone; what fails twice has failed.
  const failed = Object.keys(first.figures).filter((file) => first.figures[file]!.failed.length > 0)
  const isAgain = first.code !== 0 && asked.length === 0 && failed.length > 0
  if (isAgain) console.log(`\nSomething failed; running these files once more:\n${failed.join('\n')}\n`)
  const last = isAgain ? await run(failed, { folder, env, at_once: 1 }) : first
  const figures = { ...first.figures, ...last.figures }
  tellSeconds(figures)
  tellFailed(first.figures, figures)
  const results = Object.values(figures)
  const passed = results.reduce((sum, file) => sum + file.passed, 0)
  console.log(`${passed} passed, ${results.flatMap((file) => file.failed).length} failed`)
  return last.code
})

/** Where the time goes: every file that took more than ten seconds, the slowest first. */
function tellSeconds(figures: FileFigures) {
  const slow = Object.entries(figures).filter(([, { seconds }]) => seconds > 10)
  const lines = slow
    .sort(([, a], [, b]) => b.seconds - a.seconds)
    .map(([file, { seconds }]) => `${seconds.toFixed(1).padStart(7)} s  ${path.relative(process.cwd(), file)}`)
  console.log(`\nseconds per file, of ${Object.keys(figures).length} files:\n${lines.join('\n')}\n`)
}

/** What failed in a file's first run and not in its second is no proof of anything: it is named, so that it is mended. */
function tellFailed(first: FileFigures, last: FileFigures) {
  const tell = (what: string, tests: string[]) => {
    if (tests.length > 0) console.log(`\n${tests.length} ${what}:\n${tests.join('\n')}\n`)
  }
  const described = (file: string, { name, reason }: FailedTest) =>
    `${path.relative(process.cwd(), file)}: ${name}\n${reason.replaceAll(/^/gm, '    ')}`
  const inLast = (file: string, { name }: FailedTest) => last[file]!.failed.some((test) => test.name === name)
  const all = Object.entries(first)
  const flaky = all.map(([file, { failed }]) =>
    failed.filter((test) => !inLast(file, test)).map((test) => described(file, test)),
  )
  tell('flaky, passed only at the second try', flaky.flat())
  const failed = Object.entries(last).map(([file, tests]) => tests.failed.map((test) => described(file, test)))
  tell('failed', failed.flat())
}

type Run = { folder: string; env: NodeJS.ProcessEnv; at_once: number }

function run(which: string[], { folder, env, at_once }: Run): Promise<{ code: number; figures: FileFigures }> {
  const written = path.join(folder, 'figures.json')
  const reporters = { spec: 'stdout', [path.join(import.meta.dirname, 'file-figures.ts')]: written }
  const told = Object.entries(reporters).flatMap(([reporter, destination]) => [
    `--test-reporter=${reporter}`,
    `--test-reporter-destination=${destination}`,
  ])
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [
        '--no-node-snapshot',
        '--disable-warning=ExperimentalWarning',
        '--disable-warning=MaxListenersExceededWarning',
        '--test',
        `--import=${path.join(import.meta.dirname, 'end-of-file.ts')}`,
        `--test-concurrency=${at_once}`,
        '--test-timeout=600000',
        ...told,
        ...which,
      ],
      { stdio: 'inherit', env },
    )
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
    child.on('exit', (code) => {
      // A run that is ended from outside writes no figures.
      const figures = existsSync(written) ? readFileSync(written, 'utf8') : ''
      resolve({ code: code ?? 1, figures: figures === '' ? {} : (JSON.parse(figures) as FileFigures) })
    })
  })
}
