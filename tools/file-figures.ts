// A reporter of Node's test runner: how many tests of each file have passed, and the names of those that failed, as JSON,
// when the run is over.
import type { TestEvent } from 'node:test/reporters'

export type FileFigures = Record<string, { passed: number; failed: string[] }>

export default async function* fileFigures(events: AsyncIterable<TestEvent>) {
  const files: FileFigures = {}
  for await (const { type, data } of events) {
    if (
      (type !== 'test:pass' && type !== 'test:fail') ||
      data.file === undefined ||
      data.skip !== undefined ||
      data.todo !== undefined
    )
      continue
    const figures = (files[data.file] ??= { passed: 0, failed: [] })
    if (type === 'test:pass') figures.passed++
    else figures.failed.push(data.name)
  }
  yield JSON.stringify(files)
}
