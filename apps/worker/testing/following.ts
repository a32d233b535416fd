import type { anEngine } from './engine.ts'

/** Workflows that follow a table of the connection `shop`, and what their runs are given, as they write it down. */
export function followingBy(engine: Pick<Awaited<ReturnType<typeof anEngine>>, 'aWorkflow' | 'run'>) {
  return {
    following: (table: string, more: object = {}, label = `Follow ${table}`) =>
      engine.aWorkflow(
        label,
        {
          changes: ['change_captured', { connection: 'shop', table, ...more }],
          log: ['write_journal', { text: '{{ _change.kind }} {{ id }}={{ n }}' }],
        },
        'changes.out>log.in',
      ),
    async given(workflow: string) {
      const { status, logs } = await engine.run(workflow)
      return [status, ...logs.map((line) => line.replace('log info: ', ''))]
    },
  }
}
