// Loaded into the process of each test file. What a failed test has left running, such as a loop that writes until it is stopped, keeps
// the file from ending, and with it half of the run: one such file took CI past its 90 minutes.
import { after } from 'node:test'

/** What stops products and servers behind the tests has this long. */
const patience_ms = 120_000

if (process.argv[1]?.endsWith('.test.ts'))
  after(() => {
    setTimeout(() => {
      console.error(`Two minutes after its tests something still runs: ${process.getActiveResourcesInfo().join(', ')}`)
      process.exit(1)
    }, patience_ms).unref()
  })
