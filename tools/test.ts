// `npm test [-- FILE…]`: starts the database the tests need, runs them with Node's own runner and stops it again.
import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { withTestCluster } from '@weft/kit/testing/cluster.ts'
import { buildWeb } from '@weft/supervisor/web-files.ts'

const asked = process.argv.slice(2)
const files = asked.length > 0 ? asked : globSync('{apps,catalogue,designers,engine,kit,tools,docs}/**/*.test.ts', { exclude: ['**/node_modules/**'] }).sort()

await buildWeb() // once, not by each product a test starts
process.exitCode = await withTestCluster(async ({ url, key, folder }) => {
  const env = { ...process.env, WEFT_TEST_CLUSTER: url, WEFT_TEST_KEY: key }
  let code = await run(folder, env)
  // Browsers and killed processes share two cores with whatever else the machine does. What fails is named above and tried once more;
  // what fails twice has failed.
  if (code !== 0 && asked.length === 0) {
    console.log('\nSome tests failed; trying those once more.\n')
    code = await run(folder, env)
  }
  const { passed, failed, cancelled } = JSON.parse(readFileSync(path.join(folder, 'figures.json'), 'utf8'))
  console.log(`${passed} passed, ${failed + cancelled} failed`)
  return code
})

/** One run; tests that passed in an earlier run with the same folder are not run again. */
function run(folder: string, env: NodeJS.ProcessEnv): Promise<number> {
  const reporters = { spec: 'stdout', [path.join(import.meta.dirname, 'closing-figures.ts')]: path.join(folder, 'figures.json') }
  const told = Object.entries(reporters).flatMap(([reporter, destination]) => [`--test-reporter=${reporter}`, `--test-reporter-destination=${destination}`])
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      ['--no-node-snapshot', '--disable-warning=ExperimentalWarning', '--disable-warning=MaxListenersExceededWarning', '--test', '--test-concurrency=2', '--test-timeout=600000', `--test-rerun-failures=${path.join(folder, 'tests.json')}`, ...told, ...files],
      { stdio: 'inherit', env },
    )
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
