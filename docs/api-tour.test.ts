import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { adminSignIn, startProduct } from '@weft/kit/testing/product.ts'

const tour = readFileSync(path.resolve(import.meta.dirname, 'api-tour.md'), 'utf8')
const steps = [...tour.matchAll(/```sh\n([\s\S]*?)```(?:\s*```json\n([\s\S]*?)```)?/g)].map(([, command, sample]) => ({
  command: command!,
  sample,
}))
const product = await startProduct()
const folder = mkdtempSync(path.join(tmpdir(), 'weft-tour-'))
after(async () => {
  await product.stop()
  rmSync(folder, { recursive: true, force: true })
})

const mark = '-----8<-----'
const environment = {
  ...process.env,
  WEFT: product.url,
  ADMIN_EMAIL: adminSignIn.email,
  ADMIN_PASSWORD: adminSignIn.password,
  FILES: path.resolve(import.meta.dirname, '../apps/server/demo/files'),
}
const run = spawnSync(
  'bash',
  ['-euo', 'pipefail', '-c', steps.map(({ command }) => `${command}\necho; echo '${mark}'`).join('\n')],
  { cwd: folder, env: environment, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, timeout: 240_000 },
)
const answers = run.stdout.split(mark)

for (const [i, { command, sample }] of steps.entries()) {
  const title = command.trim().split('\n')[0]!.slice(0, 90)
  test(`the tour's command ${i + 1} works as written: ${title}`, () => {
    assert.ok(answers.length > i + 1, `not reached: ${run.stderr.slice(-1500)}${answers.at(-1)?.slice(-1500)}`)
    if (sample) assert.deepEqual(likeness(JSON.parse(answers[i]!)), likeness(JSON.parse(sample)))
  })
}

/** Ids, times, tokens and durations differ from run to run; everything else is as the tour says. `"…"` in the sample stands for any text. */
function likeness(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(likeness)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        /(_ms|_at|token|port|commit|password)$/.test(key) && inner !== null ? '…' : likeness(inner),
      ]),
    )
  if (typeof value !== 'string') return value
  return value
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
}
