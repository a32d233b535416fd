// A reporter of Node's test runner: the figures of the whole run, as JSON, when it is over.
import type { TestEvent } from 'node:test/reporters'

export default async function* closingFigures(events: AsyncIterable<TestEvent>) {
  for await (const { type, data } of events) if (type === 'test:summary' && data.file === undefined) yield JSON.stringify(data.counts)
}
