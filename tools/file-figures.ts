// A reporter of Node's test runner: how many tests of each file have passed, which failed and why, as JSON, when
// the run is over.
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

export type FailedTest = { name: string; reason: string }
export type FileFigures = Record<string, { passed: number; failed: FailedTest[] }>

export default async function* fileFigures(events: AsyncIterable<TestEvent>) {
  const files: FileFigures = {}
  const of = (file: string) => (files[file] ??= { passed: 0, failed: [] })
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue
    if (data.file === undefined || data.skip !== undefined || data.todo !== undefined) continue
    const figures = of(data.file)
    if (type === 'test:pass') figures.passed++
    else {
      const failed = { name: data.name, reason: inspect(data.details.error.cause).slice(0, 3_000) }
      figures.failed.push(failed)
      // At once: a run that is ended from outside never comes to its own list of failures.
      process.stderr.write(`\n✖ ${failed.name}\n${failed.reason}\n\n`)
    }
  }
  yield JSON.stringify(files)
}
