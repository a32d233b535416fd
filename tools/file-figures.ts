// A reporter of Node's test runner: how many tests of each file have passed, the names of those that failed and how long it took, as
// JSON, when the run is over.
import type { TestEvent } from 'node:test/reporters'

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
    else figures.failed.push(data.name)
  }
  yield JSON.stringify(files)
}
