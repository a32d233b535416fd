// A reporter of Node's test runner: how many tests of each file have passed, the names of those that failed and how long it took, as
// JSON, when the run is over.
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

export type FileFigures = Record<string, { passed: number; failed: string[]; seconds: number }>

export default async function* fileFigures(events: AsyncIterable<TestEvent>) {
  const files: FileFigures = {}
  const of = (file: string) => (files[file] ??= { passed: 0, failed: [], seconds: 0 })
  for await (const { type, data } of events) {
    if (type === 'test:summary' && data.file !== undefined) of(data.file).seconds = data.duration_ms / 1000
    if (type !== 'test:pass' && type !== 'test:fail') continue
    if (data.file === undefined || data.skip !== undefined || data.todo !== undefined) continue
    const figures = of(data.file)
    if (type === 'test:pass') figures.passed++
    else {
      figures.failed.push(data.name)
      // At once: a run that is ended from outside never comes to its own list of failures.
      process.stderr.write(`\n✖ ${data.name}\n${inspect(data.details.error.cause).slice(0, 3_000)}\n\n`)
    }
  }
  yield JSON.stringify(files)
}
