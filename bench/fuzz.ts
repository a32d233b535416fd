import { spawn } from 'node:child_process'
import { row, type Row } from './figure.ts'

const calls = Number(process.env['WEFT_FUZZ_CALLS'] ?? 100_000)

/** The fuzzer of the suite with more calls: every route and socket event, each kind of user. Fails when anything broke; prints its seed. */
export async function measure(): Promise<Row[]> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'tools/test.ts', 'apps/server/fuzz.test.ts'],
    {
      env: {
        ...process.env,
        WEFT_FUZZ_CALLS: String(calls),
        WEFT_FUZZ_SECONDS: process.env['WEFT_FUZZ_SECONDS'] ?? '86400',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    if (/^(?:WEFT_FUZZ_SEED|failure)/m.test(chunk.toString())) process.stdout.write(chunk)
  })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  const found = JSON.parse(/^fuzz (\{.*\})$/m.exec(said)?.[1] ?? '{}') as {
    seed: number
    routes: number
    calls: number
    answers: Record<string, number>
    exits: number
    heap_mb: number[]
    loop_p99_ms: number
  }
  const sockets = Number(/^fuzz sockets (\d+)$/m.exec(said)?.[1])
  if (code !== 0 || !found.calls)
    throw new Error(
      `the fuzzer found something:\n${said
        .split('\n')
        .filter((line) => /^(?:failure|✖)/.test(line))
        .join('\n')
        .slice(0, 20_000)}`,
    )
  return [
    row('seed', found.seed, ''),
    row('routes', found.routes, ''),
    row('calls', found.calls, 'calls'),
    row('events and sockets', sockets, ''),
    row('exits', found.exits, ''),
    row('answers 500', found.answers['500'] ?? 0, ''),
    row(
      'heap in use at the end, and after a third',
      found.heap_mb.at(-1)!,
      'MB',
      found.heap_mb[Math.ceil(found.heap_mb.length / 3)],
    ),
    row('delay of the event loop, p99', found.loop_p99_ms, 'ms'),
  ]
}
