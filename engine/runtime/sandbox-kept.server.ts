import type { StepContext } from '@weft/kit/define/step-context.ts'
import { keep } from '@weft/kit/process/outside.server.ts'

type Sandbox = StepContext['sandbox']

/**
 * The sandbox of a worker as its runs have it: one after the other. It is one process, which a program that is too slow or needs too
 * much memory ends for all.
 */
export function keptSandbox(sandbox: Sandbox): Sandbox {
  async function kept<P extends { close(): Promise<void> }>(open: () => Promise<P>): Promise<P> {
    const letGo = await keep()
    try {
      const program = await open()
      return { ...program, close: () => program.close().finally(letGo) }
    } catch (error) {
      letGo()
      throw error
    }
  }
  return {
    open: (program) => kept(() => sandbox.open(program)),
    openFiles: (program) => kept(() => sandbox.openFiles(program)),
  }
}
