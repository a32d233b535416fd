import { setStatus } from '../status.server.ts'
import { texts } from '../texts.ts'
import { defineStep } from '../step.server.ts'

/** The last step: whoever runs jobs has heard of the account, and its users may sign in. */
export const restartDaemon = defineStep({
  key: 'restart_daemon',
  failed: { code: 'DAEMON_NOT_RESTARTED', say: texts.daemonNotRestarted },
  async run(work) {
    await work.remember(await work.deps.restartDaemon(work.tenant_id))
    await setStatus(work, { status: 'active', active: true })
  },
  undo: (work) => setStatus(work, { status: 'initialized', active: false }),
})
