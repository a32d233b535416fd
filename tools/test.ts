// `npm test [-- FILE…]`: starts the database the tests need, runs them with Node's own runner and stops it again.
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { withTestCluster } from '@weft/kit/testing/cluster.ts'
import { buildWeb } from '@weft/supervisor/web-files.ts'

const asked = process.argv.slice(2)
const files = asked.length > 0 ? asked : globSync('{apps,catalogue,designers,engine,kit,tools,docs}/**/*.test.ts', { exclude: ['**/node_modules/**'] }).sort()

await buildWeb() // once, not by each product a test starts
process.exitCode = await withTestCluster(
  ({ url, key }) =>
    new Promise<number>((resolve) => {
      const child = spawn(process.execPath, ['--no-node-snapshot', '--disable-warning=ExperimentalWarning', '--test', '--test-concurrency=2', '--test-timeout=600000', ...files], {
        stdio: 'inherit',
        env: { ...process.env, WEFT_TEST_CLUSTER: url, WEFT_TEST_KEY: key },
      })
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
      child.on('exit', (code) => resolve(code ?? 1))
    }),
)
